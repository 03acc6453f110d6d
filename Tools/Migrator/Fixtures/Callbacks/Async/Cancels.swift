// Functions that give what cancels them.

import AsyncPromises
import Foundation

/// Work that answers once, or not any more.
final class CancelRequest: @unchecked Sendable {
  private let lock = NSLock()
  private var completion: ((String?, Error?) -> Void)?
  private(set) var isCancelled = false

  init(completion: @escaping (String?, Error?) -> Void) { self.completion = completion }

  func answer(_ text: String) { take()?(text, nil) }

  func cancel() {
    lock.withLock { isCancelled = true }
    take()?(nil, CancellationError())
  }

  private func take() -> ((String?, Error?) -> Void)? {
    lock.withLock {
      defer { completion = nil }
      return completion
    }
  }
}

protocol CancelHandle: Sendable {
  func cancel()
}

struct CancelNothing: CancelHandle {
  func cancel() {}
}

@MainActor
final class CancelClient {
  private(set) var requests: [CancelRequest] = []

  @discardableResult
  func load(_ path: String, completion: @escaping (String?, Error?) -> Void) -> CancelRequest {
    let request = CancelRequest(completion: completion)
    requests.append(request)
    return request
  }

  /// The form of ``load(_:completion:)`` without a callback.
  func load(_ path: String) async throws -> String {
    try await Promise<String>.wrap(cancel: { $0.cancel() }) { load(path, completion: $0) }.get()
  }

  @discardableResult
  func loadCached(_ path: String, completion: @escaping (Result<String, Error>) -> Void)
    -> (any CancelHandle)?
  {
    completion(.success(path))
    return path.isEmpty ? nil : CancelNothing()
  }

  /// The form of ``loadCached(_:completion:)`` without a callback.
  func loadCached(_ path: String) async throws -> String {
    try await Promise<String>.wrap(cancel: { $0?.cancel() }) { loadCached(path, completion: $0) }.get()
  }

  /// A number is nothing to cancel by.
  @discardableResult
  func count(completion: @escaping (Int) -> Void) -> Int {
    completion(1)
    return 1
  }
}
