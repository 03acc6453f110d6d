// Runs one kind of operation, for a tool that counts instructions, which `.ci/instructions` does:
//
//     instructions KIND THOUSANDS
//
// A separate program, because that tool can't follow one whose `main` is asynchronous.

import AsyncPromises
import AsyncPromisesSharing
import Dispatch

@main
enum Instructions {
  /// By kind, a thousand operations. Few of them leave their thread, where chance would have a part
  /// in what they take.
  private static let kinds: [String: @Sendable () async throws -> Void] = [
    "pending": {
      for number in 0..<1_000 {
        let (promise, resolver) = Promise<Int>.pending()
        resolver.fulfill(number)
        keep(promise.resultIfSettled)
      }
    },
    "handler": {
      let (promise, resolver) = Promise<Int>.pending()
      for _ in 1..<1_000 { promise.whenSettled { keep($0) } }
      let last = promise.map { $0 }
      resolver.fulfill(1)
      keep(await last.result)
    },
    "link": {
      let (promise, resolver) = Promise<Int>.pending()
      var last = promise
      for _ in 0..<1_000 { last = last.map { $0 &+ 1 } }
      resolver.fulfill(1)
      keep(await last.result)
    },
    "input-of-all": {
      let inputs = (0..<1_000).map { _ in Promise<Int>.pending() }
      let all = Promise.all(inputs.map(\.promise))
      for input in inputs { input.resolver.fulfill(1) }
      keep(await all.result)
    },
    "input-of-race": {
      for _ in 0..<10 {
        let inputs = (0..<100).map { _ in Promise<Int>.pending() }
        let race = Promise.race(inputs.map(\.promise))
        inputs[50].resolver.fulfill(1)
        keep(await race.result)
      }
    },
    "await-settled": {
      let promise = Promise.fulfilled(1)
      for _ in 0..<1_000 { keep(await promise.result) }
    },
    "place": {
      let limiter = PromiseLimiter(limit: 1)
      for number in 0..<1_000 { try await limiter.withPlace { keep(number) } }
    },
    "cached-value": {
      let cache = PromiseCache<Int, Int>()
      for _ in 0..<1_000 { keep(await cache.value(for: 1) { 1 }.result) }
    },
    "retry": {
      for number in 0..<1_000 { keep(try await Promise.retryInPlace { number }) }
    },
  ]

  static func main() {
    guard CommandLine.arguments.count == 3, let kind = kinds[CommandLine.arguments[1]],
      let thousands = Int(CommandLine.arguments[2])
    else {
      print("usage: instructions KIND THOUSANDS\nkinds: \(kinds.keys.sorted())")
      return
    }
    let end = DispatchSemaphore(value: 0)
    Task.detached {
      defer { end.signal() }
      for _ in 0..<thousands { try await kind() }
    }
    end.wait()
  }
}

/// Keeps the optimizer from removing what made `value`.
@inline(never)
private func keep<Value>(_ value: Value) {}
