// Validate.swift: which responses pass, and what the error for the others contains.

import Foundation
import PMKFoundationCompat
import PromiseKitCompat
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("validate", .timeLimit(.minutes(10)))
struct ValidateTests {
  private struct Reply: Decodable, Equatable {
    var reason: String
  }

  private let address = "https://example.com/path"
  private let body = Data(#"{"reason": "gone"}"#.utf8)

  private func response(_ status: Int) throws -> HTTPURLResponse {
    let url = try #require(URL(string: address))
    return try #require(
      HTTPURLResponse(
        url: url, statusCode: status, httpVersion: nil, headerFields: ["Kind": "test"]))
  }

  private func answer(_ response: URLResponse) -> Promise<(data: Data, response: URLResponse)> {
    .value((data: body, response: response))
  }

  @Test("a status code from 200 to 299 passes", arguments: [200, 299])
  func success(status: Int) async throws {
    let response = try response(status)
    let passed = try await answer(response).validate().async()
    #expect(passed.data == body)
    #expect(passed.response === response)
  }

  @Test("any other status rejects the promise with the response", arguments: [199, 300, 401, 404])
  func failure(status: Int) async throws {
    let response = try response(status)
    let error = await #expect(throws: PMKHTTPError.self) {
      _ = try await answer(response).validate().async()
    }
    guard case .badStatusCode(status, body, response) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("a response that isn't HTTP passes")
  func otherProtocol() async throws {
    let response = URLResponse(
      url: try #require(URL(string: "data:,")), mimeType: nil, expectedContentLength: 0,
      textEncodingName: nil)
    #expect(try await answer(response).validate().async().response === response)
  }

  @Test("an error in the request passes through")
  func error() async {
    let failed = Promise<(data: Data, response: URLResponse)>(error: URLError(.timedOut))
    await #expect(throws: URLError.self) { _ = try await failed.validate().async() }
  }

  @Test("a server's response is validated")
  func server() async throws {
    let server = try LocalServer(answer: .init(status: 404, body: "nothing here"))
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 600
    let session = URLSession(configuration: configuration)
    let error = await #expect(throws: PMKHTTPError.self) {
      _ = try await session.dataTask(.promise, with: server.url).validate().async()
    }
    #expect(error?.failureReason == "nothing here")
  }

  @Test("names qualified with the module name of PMKFoundation")
  func qualified() throws {
    let url = try #require(URL(string: address))
    let request: any PMKFoundation.URLRequestConvertible = url
    #expect(request.pmkRequest.url == url)
    let error: any Error = PMKFoundation.PMKHTTPError.badStatusCode(410, body, try response(410))
    #expect(error is PMKHTTPError)
  }

  @Test("the body of a bad response is decoded")
  func decoding() throws {
    let error = PMKHTTPError.badStatusCode(410, body, try response(410))
    #expect(error.decodeResponse(Reply.self) == Reply(reason: "gone"))
    #expect(error.decodeResponse([Int].self) == nil)
    #expect(error.jsonDictionary as? [String: String] == ["reason": "gone"])
    #expect(error.failureReason == #"{"reason": "gone"}"#)
  }

  @Test("the description of a bad response contains the status code, URL, header and body")
  func description() throws {
    let error = PMKHTTPError.badStatusCode(410, body, try response(410))
    #expect(
      error.localizedDescription.hasPrefix("https://example.com/path responded with status 410, "))
    for part in ["410", address, "Kind: test", "gone"] {
      #expect(error.description.contains(part))
    }
    let binary = PMKHTTPError.badStatusCode(500, Data([0xFF, 0xFE]), try response(500))
    #expect(binary.failureReason == nil)
    #expect(binary.description.contains("2 bytes"))
  }

  #if canImport(Darwin) || compiler(>=6.3)
    @Test("text is decoded in the response's encoding, or as UTF-8")
    func text() async throws {
      let samples: [(String?, [UInt8])] = [
        ("ISO-8859-1", [0xE9]), (nil, [0xC3, 0xA9]), ("?", [0xC3, 0xA9]),
      ]
      for (name, bytes) in samples {
        let response = URLResponse(
          url: try #require(URL(string: address)), mimeType: "text/plain",
          expectedContentLength: bytes.count, textEncodingName: name)
        let answer = Promise.value((data: Data(bytes), response: response as URLResponse))
        #expect(try await answer.compactMap(String.init).async() == "é")
      }
    }

    @Test("data that isn't text in the response's encoding is nil")
    func notText() throws {
      #expect(String(data: Data([0xFF, 0xFE]), urlResponse: try response(200)) == nil)
    }
  #endif
}
