// All kinds of work that a scope must wait for, each held by a gate.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

/// Work that continues until its gate is opened, and then writes "end" to a log.
struct Work: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// How many times "end" is written.
  var ends = 1
  /// `.ignore` if the work is reported as a mistake.
  var reports = ReportPolicy.fail
  /// Starts the work; when it returns, the work belongs to its scope.
  let start: @Sendable (Gate, Journal<String>) async -> Void

  init(
    _ description: String, ends: Int = 1, reports: ReportPolicy = .fail,
    start: @escaping @Sendable (Gate, Journal<String>) async -> Void
  ) {
    testDescription = description
    self.ends = ends
    self.reports = reports
    self.start = start
  }

  static let all = promises + handlers + operations + groups + descendants

  private static let promises = [
    Work("a pending promise") { gate, log in
      let (_, resolver) = Promise<Int>.pending()
      gate.whenOpen {
        log.write("end")
        resolver.fulfill(1)
      }
    },
    Work("a promise that is rejected") { gate, log in
      let (promise, resolver) = Promise<Int>.pending()
      promise.ignoreErrors()
      gate.whenOpen {
        log.write("end")
        resolver.reject(PromiseError.invalid)
      }
    },
    Work("a promise whose resolver is released", reports: .ignore) { gate, log in
      let (promise, resolver) = Promise<Int>.pending()
      promise.catch { _ in log.write("end") }
      gate.whenOpen { withExtendedLifetime(resolver) {} }
    },
    Work("a promise that follows another") { gate, log in
      let (_, outer) = Promise<Int>.pending()
      let (inner, resolver) = Promise<Int>.pending()
      outer.follow(inner)
      gate.whenOpen {
        log.write("end")
        resolver.fulfill(1)
      }
    },
    Work("a callback") { gate, log in
      _ = Promise<Int> { resolver in
        gate.whenOpen {
          log.write("end")
          resolver.fulfill(1)
        }
      }
    },
  ]

  private static let handlers = [
    Work("a handler") { gate, log in
      let (promise, resolver) = Promise<Int>.pending()
      promise.done { _ in log.write("end") }
      gate.whenOpen { resolver.fulfill(1) }
    },
    Work("a handler on the main actor") { gate, log in
      let (promise, resolver) = Promise<Int>.pending()
      promise.done { @MainActor _ in log.write("end") }
      gate.whenOpen { resolver.fulfill(1) }
    },
    Work("a queued handler on a busy actor") { gate, log in
      _ = await BusyDesk().handle(.fulfilled(1), behind: gate) { log.write("end") }
    },
    Work("a chain of handlers on several actors", ends: 3) { gate, log in
      let (promise, resolver) = Promise<Int>.pending()
      promise.tap { @MainActor _ in log.write("end") }
        .tap { _ in log.write("end") }
        .done { @MainActor _ in log.write("end") }
      gate.whenOpen { resolver.fulfill(1) }
    },
    Work("a whenSettled closure") { gate, log in
      let (promise, resolver) = Promise<Int>.pending()
      promise.whenSettled { @MainActor _ in log.write("end") }
      gate.whenOpen { resolver.fulfill(1) }
    },
    Work("a running asynchronous handler") { gate, log in
      _ = Promise.fulfilled(1).map(.async) { _ in
        await gate.pass()
        log.write("end")
      }
    },
    Work("a running asynchronous handler on the main actor") { gate, log in
      _ = Promise.fulfilled(1).map(.async) { @MainActor _ in
        await gate.pass()
        log.write("end")
      }
    },
    Work("an asynchronous handler whose promise was cancelled") { gate, log in
      let started = Gate()
      let derived = Promise.fulfilled(1).map(.async) { _ in
        started.open()
        await gate.pass()
        log.write("end")
      }
      await started.pass()
      derived.cancel()
    },
  ]

  private static let operations = [
    Work("an operation") { gate, log in
      _ = Promise {
        await gate.pass()
        log.write("end")
      }
    },
    Work("an operation on the main actor") { gate, log in
      _ = Promise { @MainActor in
        await gate.pass()
        log.write("end")
      }
    },
    Work("an operation whose promise was cancelled") { gate, log in
      let promise = Promise {
        await gate.pass()
        log.write("end")
      }
      promise.cancel()
    },
    Work("an attempt of a retry") { gate, log in
      _ = Promise.retry(maxAttempts: 2) { attempt in
        await gate.pass()
        if attempt == 1 { throw PromiseError.invalid }
        log.write("end")
      }
    },
    Work("the first value of a sequence") { gate, log in
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      stream.firstValue().done { _ in log.write("end") }
      gate.whenOpen { continuation.yield(1) }
    },
  ]

  private static let groups = [
    Work("a map of items", ends: 5) { gate, log in
      _ = Promise.map(1...5, concurrency: 2) { item in
        await gate.pass()
        log.write("end")
        return item
      }
    },
    Work("a map that has failed while items are running", ends: 3) { gate, log in
      let begun = (0..<3).map { _ in Promise<Void>.pending() }
      let map = Promise.map(0..<4) { item in
        if item == 3 {
          for (promise, _) in begun { try await promise.value }
          throw PromiseError.invalid
        }
        begun[item].resolver.fulfill()
        await gate.pass()
        log.write("end")
      }
      _ = await map.result
    },
    Work("all") { gate, log in
      let (promise, resolver) = Promise<Int>.pending()
      Promise.all([.fulfilled(1), promise]).done { _ in log.write("end") }
      gate.whenOpen { resolver.fulfill(1) }
    },
    Work("any") { gate, log in
      let (promise, resolver) = Promise<Int>.pending()
      Promise.any([.rejected(PromiseError.invalid), promise]).done { _ in log.write("end") }
      gate.whenOpen { resolver.fulfill(1) }
    },
    Work("the loser of a race") { gate, log in
      let loser = Promise {
        await gate.pass()
        log.write("end")
      }
      Promise.race([.fulfilled, loser]).done {}
    },
  ]

  private static let descendants = [
    Work("promises that a handler creates") { gate, log in
      Promise.fulfilled(1).done { _ in
        Promise.fulfilled(2).done { @MainActor _ in
          _ = Promise {
            await gate.pass()
            log.write("end")
          }
        }
      }
    },
    Work("a promise that a handler returns") { gate, log in
      _ = Promise.fulfilled(1).then { _ in
        Promise {
          await gate.pass()
          log.write("end")
        }
      }
    },
    Work("promises that an operation creates") { gate, log in
      _ = Promise {
        await gate.pass()
        _ = Promise { @MainActor in log.write("end") }
      }
    },
    Work("a promise that a task creates") { gate, log in
      await Task {
        _ = Promise {
          await gate.pass()
          log.write("end")
        }
      }.value
    },
    Work("promises that tasks of a group create", ends: 8) { gate, log in
      await withTaskGroup { group in
        for _ in 0..<8 {
          group.addTask {
            _ = Promise {
              await gate.pass()
              log.write("end")
            }
          }
        }
      }
    },
  ]
}
