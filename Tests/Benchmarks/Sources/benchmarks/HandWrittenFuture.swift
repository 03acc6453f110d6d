// Code without a library: a future built on continuations, with cancellable waits.

import Synchronization

/// A minimal future that several tasks can await, each until it is cancelled.
final class HandWrittenFuture: Sendable {
  private struct State {
    var value: Int?
    var waiting: [Int: CheckedContinuation<Int?, Never>] = [:]
    /// Waits that were cancelled before they began.
    var cancelled: Set<Int> = []
    var count = 0
  }

  private let state = Mutex(State())

  func fulfill(_ value: Int) {
    let waiting = state.withLock { state in
      state.value = state.value ?? value
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume(returning: value) }
  }

  /// The value, or `nil` if the waiting task is cancelled.
  func value(isolation: isolated (any Actor)? = #isolation) async -> Int? {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { begin(number, $0) }
    } onCancel: {
      cancel(number)
    }
  }

  private func begin(_ number: Int, _ continuation: CheckedContinuation<Int?, Never>) {
    let (isOver, value) = state.withLock { state in
      let isOver = state.value != nil || state.cancelled.remove(number) != nil
      if !isOver { state.waiting[number] = continuation }
      return (isOver, state.value)
    }
    if isOver { continuation.resume(returning: value) }
  }

  private func cancel(_ number: Int) {
    let continuation = state.withLock { state in
      let continuation = state.waiting.removeValue(forKey: number)
      if continuation == nil { state.cancelled.insert(number) }
      return continuation
    }
    continuation?.resume(returning: nil)
  }
}

extension ConcurrencyPeers {
  private static let name = "by hand, cancellable"

  static let futureLater = Competitor.inTask(name) { rounds in
    await Exchange<HandWrittenFuture>(wake: { $0.fulfill(1) }).run(rounds) { exchange in
      let future = HandWrittenFuture()
      exchange.wakeOther(andLeave: future)
      keep(await future.value(isolation: exchange) ?? 0)
    }
  }

  static let futureOfTask = Competitor.inTask(name) { rounds in
    for round in 0..<rounds {
      let future = HandWrittenFuture()
      Task { future.fulfill(await Awaiting.answer(round)) }
      keep(await future.value() ?? 0)
    }
  }
}
