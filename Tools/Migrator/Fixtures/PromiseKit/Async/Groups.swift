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

  func first(_ number: Promise<Int>, _ other: Promise<Int>) async throws -> Int {
    try await Promise.race(number, other).get()
  }

  func firstOf(_ numbers: [Promise<Int>]) async throws -> Int {
    try await race(numbers.map { PromiseKitCompat.Promise($0) }).asyncPromise.get()
  }

  func firstSuccess(_ numbers: [Promise<Int>]) async throws -> String {
    let value = try await Promise.any(numbers).recover { error in
      switch error {
      case PromiseError.noneFulfilled: throw PMKError.noWinner
      case PromiseError.emptyGroup: throw PMKError.badInput
      default: throw error
      }
    }.get()
    return await MainActor.run { "\(value)" }
  }

  func successes() -> [Promise<String>] {
    let failed = Promise<Int>.rejected(DeskError.late)
    return [
      Promise.immediate { try await firstSuccess([failed, .fulfilled(2)]) }, Promise.immediate { try await firstSuccess([failed, failed]) }, Promise.immediate { try await firstSuccess([]) },
    ]
  }

  func races() -> [Promise<Int>] {
    let (pending, seal) = Promise<Int>.pending()
    defer { seal.fulfill(3) }
    let late = Promise<Int>.rejected(DeskError.late)
    return [Promise.immediate { try await first(pending, .fulfilled(1)) }, Promise.immediate { try await first(late, pending) }, Promise.immediate { try await firstOf([]) }]
  }
}
