// After the migration from Bolts: several uploads, and a handler that distinguishes three outcomes.

import AsyncPromises

/// Stores photos. Tests create their own stores.
struct PhotoStore: Sendable {
  let upload: @Sendable (_ photo: String) -> Promise<String>
  let album: @Sendable (_ addresses: [String]) -> Promise<String>
}

@MainActor
final class Publisher {
  private let store: PhotoStore
  private(set) var status = ""

  init(store: PhotoStore) {
    self.store = store
  }

  // snippet: publish
  @discardableResult
  func publish(_ photos: [String]) -> Promise<String> {
    let album = uploadAll(photos).then { self.store.album($0) }
    album.whenSettled { result in
      switch result {
      case .success(let address): self.status = "published at \(address)"
      case .failure(is CancellationError): self.status = "cancelled"
      case .failure(let error): self.status = "failed: \(error)"
      }
    }
    return album
  }

  /// Waits for all uploads, and is rejected with all errors, if any.
  private func uploadAll(_ photos: [String]) -> Promise<[String]> {
    Promise.allSettled(photos.map { store.upload($0) }).map { outcomes in
      var addresses: [String] = []
      var errors: [any Error] = []
      for outcome in outcomes {
        switch outcome {
        case .success(let address): addresses.append(address)
        case .failure(let error): errors.append(error)
        }
      }
      guard errors.isEmpty else { throw UploadError(errors: errors) }
      return addresses
    }
  }
  // end

  // snippet: publish-await
  func publishAndWait(_ photos: [String]) async {
    do {
      let addresses = try await uploadAll(photos).get()
      status = "published at \(try await store.album(addresses).get())"
    } catch is CancellationError {
      status = "cancelled"
    } catch {
      status = "failed: \(error)"
    }
  }
  // end
}

/// The errors that kept an album from being published.
struct UploadError: Error {
  let errors: [any Error]
}

// snippet: completion-source
/// Asks once: the user presses a button, or closes the prompt.
@MainActor
final class Prompt {
  private let (answer, resolver) = Promise<Bool>.pending()

  func ask() -> Promise<Bool> { answer }
  func press(_ isYes: Bool) { resolver.fulfill(isYes) }
  func dismiss() { resolver.reject(CancellationError()) }
}
// end
