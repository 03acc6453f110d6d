// Work that leaves the main queue, by a link or by a queue of its own.

import Foundation
import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

struct QueuePicture: Sendable, Equatable {
  var width: Int

  /// A costly thing, which must not be done on the main thread.
  func scaled(_ factor: Int) -> QueuePicture {
    dispatchPrecondition(condition: .notOnQueue(.main))
    return QueuePicture(width: width * factor)
  }
}

/// Belongs to no actor.
struct QueueWorker: Sendable {
  func picture() -> Promise<QueuePicture> { .fulfilled(QueuePicture(width: 1)) }

  func scaled() async throws -> QueuePicture {
    let picture = try await picture().get()
    return picture.scaled(2)
  }

  func sum(_ numbers: [Int]) -> Promise<Int> {
    Promise { resolver in
      DispatchQueue.global(qos: .utility).async { resolver.resolve(with: Swift.Result {
      dispatchPrecondition(condition: .notOnQueue(.main))
      return numbers.reduce(0, +)
    }) } }
  }

  func checked(_ numbers: [Int]) -> Promise<Int> {
    Promise { resolver in
      DispatchQueue.global().async { resolver.resolve(with: Swift.Result {
      guard let first = numbers.first else { throw DeskError.missing }
      return first
    }) } }
  }
}

@MainActor
final class QueueScreen {
  static let store = DispatchQueue(label: "store")
  let journal = DeskJournal()
  let worker = QueueWorker()

  func show(_ factor: Int) async throws -> Int {
    let picture = try await worker.picture().map(.async) { @concurrent in
      $0.scaled(factor)
    }.then(.async) { @concurrent picture in
      Promise.fulfilled(picture.scaled(10))
    }.get()
    self.journal.write("\(picture.width)")
    MainActor.preconditionIsolated()
    return picture.width
  }

  /// The state behind a queue stays there.
  func stored(_ number: Int) async throws -> Int {
    try await PromiseKitCompat.Promise(Promise.fulfilled(number)).map(on: Self.store) { number in
      dispatchPrecondition(condition: .onQueue(Self.store))
      return number + 1
    }.asyncPromise.map { number in
      self.journal.write("stored \(number)")
      return number
    }.get()
  }

  /// At once.
  func inline() async throws -> String {
    try await PromiseKitCompat.Promise(Promise.fulfilled(1)).map(on: nil) { "\($0)" }.asyncPromise.get()
  }

  func sums() async throws -> Int {
    try await worker.sum([1, 2]).then { [worker] sum in
      worker.checked([sum])
    }.map(.async) { @concurrent in $0 + 1 }.get()
  }
}
