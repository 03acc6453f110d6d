// Turns a callback-based request into a promise, and adds retries and a time limit.

import AsyncPromises
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Up to three attempts within two seconds; permanent errors aren't retried.
func download(_ address: String) -> Promise<Data> {
  Promise.retry(
    maxAttempts: 3, backoff: .exponential(base: .milliseconds(100)).jitter(),
    when: { error, _ in isTransient(error) ? .retry : .stop }
  ) { _ in
    request(address)
  }
  .timeout(after: .seconds(2))
}

/// Sends one request. Cancelling the promise cancels the request.
func request(_ address: String) -> Promise<Data> {
  Promise.wrap(cancel: { $0.cancel() }) { completion in
    guard let url = URL(string: address) else { throw URLError(.badURL) }
    let task = session.dataTask(with: url, completionHandler: completion)
    task.resume()
    return task
  }
  .map { data, response in
    let status = (response as? HTTPURLResponse)?.statusCode ?? 200
    guard status == 200 else { throw StatusError(status: status) }
    return data
  }
}

/// A session that also handles the pretend mirrors.
private let session = {
  let configuration = URLSessionConfiguration.ephemeral
  configuration.protocolClasses = [PretendMirror.self] + (configuration.protocolClasses ?? [])
  return URLSession(configuration: configuration)
}()

/// A response without the file.
struct StatusError: LocalizedError {
  let status: Int

  var errorDescription: String? {
    "\(status) \(HTTPURLResponse.localizedString(forStatusCode: status))"
  }
}

/// Whether the same request may succeed later.
func isTransient(_ error: any Error) -> Bool {
  switch error {
  case let error as StatusError: error.status >= 500
  case URLError.cannotConnectToHost, URLError.networkConnectionLost: true
  default: false
  }
}
