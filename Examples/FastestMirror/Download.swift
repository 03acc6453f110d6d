// Callbacks in: a request becomes a promise; with attempts and a time limit, that becomes a
// download.

import AsyncPromises
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Three attempts, as long as there is hope, and two seconds for them all.
func download(_ address: String) -> Promise<Data> {
  Promise.retry(
    maxAttempts: 3, backoff: .exponential(base: .milliseconds(100)).jitter(),
    when: { error, _ in isTransient(error) ? .retry : .stop }
  ) { _ in
    try await request(address).ownedValue
  }
  .timeout(after: .seconds(2))
}

/// Asks a server once. Whoever cancels the promise takes the request back.
func request(_ address: String) -> Promise<Data> {
  Promise { resolver in
    guard let url = URL(string: address) else { throw URLError(.badURL) }
    let task = session.dataTask(with: url) { data, response, error in
      if let error {
        resolver.reject(error)
      } else if let status = (response as? HTTPURLResponse)?.statusCode, status != 200 {
        resolver.reject(StatusError(status: status))
      } else {
        resolver.fulfill(data ?? Data())
      }
    }
    resolver.onCancel { task.cancel() }
    task.resume()
  }
}

/// The network's sessions, and the pretend mirrors' besides.
private let session = {
  let configuration = URLSessionConfiguration.ephemeral
  configuration.protocolClasses = [PretendMirror.self] + (configuration.protocolClasses ?? [])
  return URLSession(configuration: configuration)
}()

extension Promise {
  /// The value, for a task that is the only one to want it: cancelling the task cancels the
  /// promise, where `value` would only stop waiting.
  var ownedValue: Value {
    get async throws {
      try await withTaskCancellationHandler {
        try await value
      } onCancel: {
        cancel()
      }
    }
  }
}

/// An answer, but not the file.
struct StatusError: LocalizedError {
  let status: Int

  var errorDescription: String? {
    "\(status) \(HTTPURLResponse.localizedString(forStatusCode: status))"
  }
}

/// Whether the same request may succeed a moment later.
func isTransient(_ error: any Error) -> Bool {
  switch error {
  case let error as StatusError: error.status >= 500
  case URLError.cannotConnectToHost, URLError.networkConnectionLost: true
  default: false
  }
}
