// Derive.swift: what all handlers have in common: when they start, in which order and on which
// stack.

import AsyncPromises
import TestSupport
import Testing

@Suite("Handlers", .timeLimit(.minutes(10)))
struct DeriveTests {
  // MARK: Not on the caller's stack

  @Test(
    "B1: a nonisolated handler runs on neither the settling nor the registering stack",
    arguments: SettleTime.allCases)
  func stackOfNonisolated(time: SettleTime) async throws {
    try await expectEmptyStack(time) { source, look in
      source.whenSettled { _ in look() }
      _ = source.map { _ in look() }
      _ = source.map(.async) { _ async in look() }
      source.finally { look() }
      _ = source.catch { _ in look() }.recover { _ in 0 }.then { _ in .fulfilled(look()) }
    }
  }

  @Test(
    "B1: a main-actor handler runs on neither the settling nor the registering stack",
    arguments: SettleTime.allCases)
  @MainActor
  func stackOfMain(time: SettleTime) async throws {
    try await expectEmptyStack(time) { source, look in
      source.whenSettled { @MainActor _ in look() }
      _ = source.map { @MainActor _ in look() }
      _ = source.map(.async) { @MainActor _ async in look() }
      source.finally { @MainActor in look() }
      _ = source.catch { @MainActor _ in look() }.recover { @MainActor _ in 0 }
    }
  }

  /// Registers handlers, and settles their promise, on marked stacks. Each handler looks for the
  /// mark.
  private nonisolated(nonsending) func expectEmptyStack(
    _ time: SettleTime, _ register: (Promise<Int>, @escaping @Sendable () -> Void) -> Void
  ) async throws {
    let nested = Journal<Bool>()
    let (source, resolver) = Promise<Int>.pending()
    let settle: @Sendable () -> Void = { StackMark.during { _ = resolver.fulfill(1) } }
    if case .already = time { settle() }
    StackMark.during {
      register(source) { nested.write(StackMark.isSet) }
    }
    switch time {
    case .already: break
    case .atOnce: settle()
    case .later: await Task.detached(operation: settle).value
    }
    // In each isolation, the handler that is registered last runs last (B3).
    _ = try await source.map { $0 }.get()
    try await source.done { @MainActor _ in }.get()
    #expect(nested.count >= 3)
    #expect(!nested.entries.contains(true))
  }

  // MARK: Order

  @Test(
    "B3: nonisolated handlers start in the order of registration", .needsImmediateTasks,
    arguments: SettleTime.allCases)
  func orderOfNonisolated(time: SettleTime) async throws {
    let subject = Subject(.success(1), time)
    let started = Journal<Int>()
    let register = { (index: Int) in
      switch index % 4 {
      case 0: subject.promise.whenSettled { _ in started.write(index) }
      case 1: subject.promise.done { _ in started.write(index) }
      case 2 where tasksStartInPlace:
        _ = subject.promise.map(.async) { _ async in started.write(index) }
      default: subject.promise.finally { started.write(index) }
      }
    }
    for index in 0..<20 { register(index) }
    await subject.settle()
    for index in 20..<40 { register(index) }
    _ = try await subject.promise.map { $0 }.get()
    #expect(started.entries == Array(0..<40))
  }

  @Test(
    "B3: main-actor handlers start in the order of registration", .needsImmediateTasks,
    arguments: SettleTime.allCases)
  @MainActor
  func orderOfMain(time: SettleTime) async throws {
    let subject = Subject(.success(1), time)
    let started = Journal<Int>()
    let register = { @MainActor (index: Int) in
      switch index % 4 {
      case 0: subject.promise.whenSettled { _ in started.write(index) }
      case 1: subject.promise.done { _ in started.write(index) }
      case 2 where tasksStartInPlace:
        _ = subject.promise.map(.async) { _ async in started.write(index) }
      default: subject.promise.finally { started.write(index) }
      }
    }
    for index in 0..<20 { register(index) }
    await subject.settle()
    for index in 20..<40 { register(index) }
    _ = try await subject.promise.map { $0 }.get()
    #expect(started.entries == Array(0..<40))
  }

  @Test(
    "B3: an actor's handlers start in the order of registration", .needsImmediateTasks,
    arguments: SettleTime.allCases)
  func orderOfDesk(time: SettleTime) async throws {
    let subject = Subject(.success(1), time)
    let started = Journal<Int>()
    let desk = Desk()
    await desk.register(0..<20, with: subject.promise, in: started)
    await subject.settle()
    _ = try await desk.register(20..<40, with: subject.promise, in: started)?.value
    #expect(started.entries == Array(0..<40))
  }

  @Test("B3: a handler registered by a handler starts after those that were registered before it")
  func orderOfNested() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let started = Journal<String>()
    let (last, finish) = Promise<Void>.pending()
    source.whenSettled { _ in
      started.write("first")
      source.whenSettled { _ in
        started.write("nested")
        finish.fulfill()
      }
    }
    source.whenSettled { _ in started.write("second") }
    source.whenSettled { _ in started.write("third") }
    resolver.fulfill(1)
    try await last.value
    #expect(started.entries == ["first", "second", "third", "nested"])
  }

  @Test("B3: a suspended asynchronous handler doesn't delay the others")
  func suspendedHandler() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let (gate, open) = Promise<Void>.pending()
    let suspended = source.map(.async) { value async throws in
      try await gate.value
      return value
    }
    let younger = source.map { $0 + 1 }
    resolver.fulfill(1)
    #expect(try await younger.value == 2)
    #expect(suspended.resultIfSettled == nil)
    open.fulfill()
    #expect(try await suspended.value == 1)
  }

  // MARK: Bursts

  @Test("B4 B10: nonisolated links of a chain share jobs, and don't run inside each other")
  func burst() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let jobs = Journal<Int?>()
    let nested = Journal<Bool>()
    var last = source
    for _ in 0..<100 {
      last = last.map { value in
        nested.write(StackMark.isSet)
        StackMark.during {
          jobs.write(withUnsafeCurrentTask { $0?.hashValue })
        }
        return value + 1
      }
    }
    resolver.fulfill(0)
    #expect(try await last.value == 100)
    #expect(Set(jobs.entries).count < 10)
    #expect(jobs.entries.first != .some(nil))
    #expect(!nested.entries.contains(true))
  }

  // MARK: Handlers that use their own promises

  @Test("A2: a handler's attempt to settle its own source is too late, and is reported")
  func settlesItsSource() async throws {
    let topic = ReportRecorder.topic("settles its source")
    let (source, resolver) = Promise<Int>.pending(name: topic.name)
    let derived = source.map { value in resolver.fulfill(value + 1) }
    resolver.fulfill(1)
    #expect(try await !derived.value)
    #expect(try source.resultIfSettled?.get() == 1)
    #expect(topic.traces(.secondSettle).count == 1)
  }

  @Test("B6: a handler that releases its own promises runs to completion")
  func dropsItself() async throws {
    let kept = Journal<Promise<Int>>()
    let (last, finish) = Promise<Int>.pending()
    let (_, freed) = tracking { object in
      let (source, resolver) = Promise<Int>.pending()
      let derived = source.map { value in
        kept.clear()
        object.use()
        finish.fulfill(value)
        return value
      }
      kept.write(source)
      kept.write(derived)
      resolver.fulfill(1)
    }
    #expect(try await last.value == 1)
    try await freed.value
    #expect(kept.entries.isEmpty)
  }

  @Test(
    "B5: a handler can cancel its own promise and its siblings, but not its settled source"
  )
  func cancelsAround() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let own = Journal<Promise<Int>>()
    let ran = Journal<String>()
    let answers = Journal<Bool>()
    let first = source.map { value in
      for promise in [source] + own.entries { answers.write(promise.cancel()) }
      return value
    }
    let second = source.tap { _ in ran.write("second") }
    own.write(first)
    own.write(second)
    resolver.fulfill(1)
    _ = try await source.map { $0 }.get()
    #expect(answers.entries == [false, true, true])
    #expect(ran.entries.isEmpty)
    #expect(first.isRejectedByCancellation && second.isRejectedByCancellation)
  }
}

extension Desk {
  /// Registers handlers that are isolated to the desk, and returns the promise of the last one.
  @discardableResult
  fileprivate func register(
    _ indices: Range<Int>, with promise: Promise<Int>, in started: Journal<Int>
  ) -> Promise<Void>? {
    var last: Promise<Void>?
    for index in indices {
      switch index % 3 {
      case 0: last = promise.done { _ in self.write(index, to: started) }
      case 1 where tasksStartInPlace:
        last = promise.map(.async) { _ async in self.write(index, to: started) }
      default: last = promise.map { _ in self.write(index, to: started) }
      }
    }
    return last
  }

  private func write(_ index: Int, to started: Journal<Int>) {
    enter()
    started.write(index)
  }
}
