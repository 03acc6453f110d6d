// Work that leaves the main queue, by a link or by a queue of its own.

import Foundation
import PromiseKitCompat

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
  func picture() -> Promise<QueuePicture> { .value(QueuePicture(width: 1)) }

  func scaled() -> Promise<QueuePicture> {
    picture().map(on: .global()) { $0.scaled(2) }
  }

  func sum(_ numbers: [Int]) -> Guarantee<Int> {
    DispatchQueue.global(qos: .utility).async(.promise) {
      dispatchPrecondition(condition: .notOnQueue(.main))
      return numbers.reduce(0, +)
    }
  }

  func checked(_ numbers: [Int]) -> Promise<Int> {
    DispatchQueue.global().async(.promise) {
      guard let first = numbers.first else { throw DeskError.missing }
      return first
    }
  }
}

@MainActor
final class QueueScreen {
  static let store = DispatchQueue(label: "store")
  let journal = DeskJournal()
  let worker = QueueWorker()

  func show(_ factor: Int) -> Promise<Int> {
    worker.picture().map(on: DispatchQueue.global(qos: .userInitiated)) {
      $0.scaled(factor)
    }.then(on: .global()) { picture in
      Promise.value(picture.scaled(10))
    }.get { picture in
      self.journal.write("\(picture.width)")
    }.map(on: .main) { picture in
      MainActor.preconditionIsolated()
      return picture.width
    }
  }

  /// The state behind a queue stays there.
  func stored(_ number: Int) -> Promise<Int> {
    Promise.value(number).map(on: Self.store) { number in
      dispatchPrecondition(condition: .onQueue(Self.store))
      return number + 1
    }.get { number in
      self.journal.write("stored \(number)")
    }
  }

  /// At once.
  func inline() -> Promise<String> {
    Promise.value(1).map(on: nil) { "\($0)" }
  }

  func sums() -> Promise<Int> {
    worker.sum([1, 2]).then { [worker] sum in
      worker.checked([sum])
    }.map(on: .global()) { $0 + 1 }
  }
}
