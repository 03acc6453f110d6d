// Responses that count as errors, and responses as text.

import Foundation
import PromiseKitCompat

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Promise where T == (data: Data, response: URLResponse) {
  /// Returns a promise that passes the response on if it is not HTTP, or if its status code is in
  /// 200..<300.
  ///
  /// Otherwise it is rejected with ``PMKHTTPError/badStatusCode(_:_:_:)``.
  public func validate() -> Promise<T> {
    map { answer in
      guard let response = answer.response as? HTTPURLResponse,
        !(200..<300).contains(response.statusCode)
      else { return answer }
      throw PMKHTTPError.badStatusCode(response.statusCode, answer.data, response)
    }
  }
}

/// The error that `validate()` rejects a promise with.
public enum PMKHTTPError: LocalizedError, CustomStringConvertible {
  /// The status code of a response, its body, and the response itself.
  case badStatusCode(Int, Data, HTTPURLResponse)

  /// A sentence with the URL, the status code and its meaning.
  public var errorDescription: String? {
    let meaning = HTTPURLResponse.localizedString(forStatusCode: answer.code)
    let url = answer.response.url?.absoluteString ?? "A server"
    return "\(url) responded with status \(answer.code), \(meaning)."
  }

  /// The body of the response, if it is UTF-8 text.
  public var failureReason: String? { String(data: answer.body, encoding: .utf8) }

  /// The body of the response as a JSON object, if it is one.
  public var jsonDictionary: Any? { try? JSONSerialization.jsonObject(with: answer.body) }

  /// Decodes a `T` from the JSON body of the response; returns `nil` if that fails.
  public func decodeResponse<T: Decodable>(_ t: T.Type, decoder: JSONDecoder = .init()) -> T? {
    try? decoder.decode(t, from: answer.body)
  }

  /// The status code, the URL, the headers and the body.
  public var description: String {
    let (code, body, response) = answer
    let header = response.allHeaderFields.map { "\($0): \($1)" }.sorted()
    let (url, text) = (response.url?.absoluteString, failureReason)
    return "badStatusCode(\(code), \(url ?? "nil"), \(header), \(text ?? "\(body.count) bytes"))"
  }

  private var answer: (code: Int, body: Data, response: HTTPURLResponse) {
    switch self {
    case .badStatusCode(let code, let body, let response): (code, body, response)
    }
  }
}

// On other platforms, older compilers come with a Foundation that can't look up encodings by name.
#if canImport(Darwin) || compiler(>=6.3)
  extension String {
    /// Decodes the body of a response with the encoding given in its headers, or as UTF-8 if they
    /// give no known encoding; returns `nil` if that fails.
    public init?(data: Data, urlResponse: URLResponse) {
      self.init(data: data, encoding: urlResponse.textEncoding ?? .utf8)
    }
  }

  extension URLResponse {
    fileprivate var textEncoding: String.Encoding? {
      guard let textEncodingName else { return nil }
      #if canImport(Darwin)
        let encoding = CFStringConvertIANACharSetNameToEncoding(textEncodingName as CFString)
        guard encoding != kCFStringEncodingInvalidId else { return nil }
        return String.Encoding(rawValue: CFStringConvertEncodingToNSStringEncoding(encoding))
      #else
        return String.Encoding(ianaName: textEncodingName)
      #endif
    }
  }
#endif
