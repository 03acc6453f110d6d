// Cancellation.swift: a promise with a function that cancels it, an error that counts as a
// cancellation, and a search field that shows only its latest search.

import Foundation
import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

/// A closed dialog counts as a cancellation, not as an error to show.
enum DialogError: CancellableError, Equatable {
  case closed
  case noAnswer

  var isCancelled: Bool { self == .closed }
}

extension Server {
  /// Returns the request's promise and a function that cancels it.
  func cancellableGet(_ path: String) -> (promise: Promise<Data>, cancel: () -> Void) {
    let (promise, seal) = Promise<Data>.pending()
    let request = get(path, completion: { value, error in
      if let error {
        seal.reject(error)
      } else if let value {
        seal.fulfill(value)
      } else {
        seal.reject(PMKError.invalidCallingConvention)
      }
    })
    let cancel = {
      seal.reject(CancellationError())
      request.cancel()
    }
    return (promise, cancel)
  }
}

@MainActor
final class SearchField {
  let resultLabel = Label()
  let errorLabel = Label()
  private(set) var cancellations = 0

  private let server: Server
  private var cancelSearch: () -> Void = {}

  init(server: Server) {
    self.server = server
  }

  /// Called when the user types: cancels the previous search.
  func search(_ text: String, completion: @escaping () -> Void = {}) {
    cancelSearch()
    let (results, cancel) = server.cancellableGet("search/\(text)")
    cancelSearch = cancel
    results.map { data in
      String(decoding: data, as: UTF8.self)
    }.done { [weak self] text in
      self?.resultLabel.text = text
    }.catch { [weak self] error in
      if error.isCancelled {
        self?.cancellations += 1
      } else {
        self?.errorLabel.text = error.localizedDescription
      }
    }.finally { completion() }
  }

  func cancelTapped() {
    cancelSearch()
  }
}

/// Asks for confirmation before a deletion.
@MainActor
final class DeleteDialog {
  private let (answer, seal) = Promise<Bool>.pending()
  private(set) var log: [String] = []

  func yesTapped() { seal.fulfill(true) }
  func noTapped() { seal.fulfill(false) }
  func closeTapped() { seal.reject(DialogError.closed) }
  func timeIsUp() { seal.reject(DialogError.noAnswer) }

  /// Closing the dialog skips `catch`, but not `ensure`.
  func run(completion: @escaping () -> Void = {}) {
    answer.done { [weak self] isDeleted in
      self?.log.append(isDeleted ? "deleted" : "kept")
    }.finally { [weak self] in
      self?.log.append("gone")
    }.catch { [weak self] error in
      guard !error.isCancelled else { return }
      self?.log.append("failed: \(error)")
    }.finally { completion() }
  }
}
