// Several promises at once: all, the first one, the first one that is fulfilled.

import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

struct GroupDesk: Sendable {
  let desk = Desk()

  /// Several results, of several types.
  func both() -> Promise<String> {
    Promise.all(desk.user(1), desk.names()).map { @MainActor user, names in
      "\(user.name) of \(names.count)"
    }
  }

  func users(_ ids: [Int]) -> Promise<[String]> {
    Promise.all(ids.map { desk.user($0) }).map { $0.map(\.name) }
  }

  func saved(_ names: [String]) -> Promise<Void> {
    Promise.all(names.map { desk.save($0) }).map { _ in }
  }

  func twice(_ name: String) -> Promise<Void> {
    Promise.all(desk.save(name), desk.save(name + name)).map { _ in }
  }

  func sure() -> Promise<[Int]> {
    when(guarantees: [1, 2].map { .value($0) }).asyncPromise
  }

  func sureAndMore() -> Promise<String> {
    Promise.all(Promise.fulfilled(1), Promise.fulfilled("a")).map { @MainActor in "\($0)\($1)" }
  }

  func listed() -> Promise<[Int]> {
    Promise.all([Promise.fulfilled(1), Promise.fulfilled(2)])
  }

  func first(_ number: Promise<Int>, _ other: Promise<Int>) -> Promise<Int> {
    Promise.race(number, other)
  }

  func firstOf(_ numbers: [Promise<Int>]) -> Promise<Int> {
    race(numbers.map { PromiseKitCompat.Promise($0) }).asyncPromise
  }

  func firstSuccess(_ numbers: [Promise<Int>]) -> Promise<String> {
    Promise.any(numbers).recover { error in
      switch error {
      case PromiseError.noneFulfilled: throw PMKError.noWinner
      case PromiseError.emptyGroup: throw PMKError.badInput
      default: throw error
      }
    }.map { @MainActor in "\($0)" }
  }

  func successes() -> [Promise<String>] {
    let failed = Promise<Int>.rejected(DeskError.late)
    return [
      firstSuccess([failed, .fulfilled(2)]), firstSuccess([failed, failed]), firstSuccess([]),
    ]
  }

  func races() -> [Promise<Int>] {
    let (pending, seal) = Promise<Int>.pending()
    defer { seal.fulfill(3) }
    let late = Promise<Int>.rejected(DeskError.late)
    return [first(pending, .fulfilled(1)), first(late, pending), firstOf([])]
  }
}
