// A pretend network that handles "pretend:" URLs for URLSession.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

final class PretendMirror: URLProtocol {
  static let addresses = ["pretend://slow/file", "pretend://missing/file", "pretend://good/file"]

  override class func canInit(with request: URLRequest) -> Bool {
    request.url?.scheme == "pretend"
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest {
    request
  }

  override func startLoading() {
    let delay: DispatchTimeInterval =
      switch request.url?.host() {
      case "slow": .seconds(60)
      case "good": .milliseconds(50)
      default: .milliseconds(10)
      }
    DispatchQueue.global().asyncAfter(deadline: .now() + delay, execute: answer)
  }

  /// URLSession no longer needs the answer.
  override func stopLoading() {
    answer.cancel()
  }

  private lazy var answer = DispatchWorkItem { [weak self] in
    guard let self, let client, let url = request.url else { return }
    let isMissing = url.host() == "missing"
    guard
      let response = HTTPURLResponse(
        url: url, statusCode: isMissing ? 404 : 200, httpVersion: nil, headerFields: nil)
    else { return }
    client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client.urlProtocol(self, didLoad: Data(count: isMissing ? 0 : 1 << 16))
    client.urlProtocolDidFinishLoading(self)
  }
}
