// Several promises at once: all, the first one, the first one that is fulfilled.

import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

struct GroupDesk: Sendable {
  let desk = Desk()

  /// Several results, of several types.
  func both() async throws -> String {
    let (user, names) = try await Promise.all(desk.user(1), desk.names()).get()
    return await MainActor.run { "\(user.name) of \(names.count)" }
  }

  func users(_ ids: [Int]) async throws -> [String] {
    let value = try await Promise.all(ids.map { desk.user($0) }).get()
    return value.map(\.name)
  }

  func saved(_ names: [String]) async throws {
    _ = try await Promise.all(names.map { desk.save($0) }).get()
  }

  func twice(_ name: String) async throws {
    _ = try await Promise.all(desk.save(name), desk.save(name + name)).get()
  }

  func sure() async throws -> [Int] {
    try await when(guarantees: [1, 2].map { .value($0) }).asyncPromise.get()
  }

  func sureAndMore() async throws -> String {
    let (first, second) = try await Promise.all(
      Promise.fulfilled(1), Promise.fulfilled("a")
    ).get()
    return await MainActor.run { "\(first)\(second)" }
  }

  func listed() async throws -> [Int] {
    try await Promise.all([Promise.fulfilled(1), Promise.fulfilled(2)]).get()
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
