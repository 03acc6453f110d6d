// From async to promise, for values that have to be closed or released.

extension Promise {
  /// Starts `operation` in a task, and passes a value that nobody receives to `onLateValue`.
  ///
  /// Use this for an operation whose value has to be closed or released. If the promise was
  /// cancelled, or its time limit has passed, nothing else receives the value. That includes a
  /// value that arrives at this very moment: it goes to a consumer or to `onLateValue`, never to
  /// both. In all other respects, the promise is like one of `Promise { }`.
  ///
  /// A promise that is derived without a handler, such as one with a time limit, passes the value
  /// and this duty on. A handler, or a group's promise for several values, receives it.
  ///
  /// ## Cancellation
  /// When the promise is cancelled, or its last consumer leaves, it is rejected at once and the
  /// task is cancelled. If the operation returns a value all the same, `onLateValue` receives it.
  ///
  /// ## Example
  /// ```swift
  /// let connection = Promise(onLateValue: { await $0.release() }) { try await pool.connection() }
  ///   .timeout(after: .seconds(5))
  /// ```
  ///
  /// - Parameters:
  ///   - onLateValue: receives the value. It runs in the operation's task, which is cancelled. If
  ///     the value came before the last consumer left, it runs in a task of its own, once no code
  ///     can read the promise anymore.
  ///   - operation: the work.
  public init(
    @_inheritActorContext
    onLateValue: @escaping @Sendable @isolated(any) (Value) async -> Void,
    fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture
    _ operation: sending @escaping @isolated(any) () async throws -> Value
  ) {
    // SAFETY: the closure was sent here, and is passed on only to the task that calls it.
    nonisolated(unsafe) let operation = operation
    let (origin, isolation) = (Origin("async", fileID, line), operation.isolation)
    origin.record(isolation: isolation)
    let cell = LateValueCell<Value>(origin, onLateValue)
    cell.start(on: isolation, nil, nil, .none) { _, _ in
      do {
        await cell.operationEnds(with: .success(try await operation()))
      } catch {
        await cell.operationEnds(with: .failure(error))
      }
    }
    self = Promise(cell: cell)
  }
}

/// The cell of an operation whose value must not get lost.
final class LateValueCell<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
  /// In a structure, because older systems have no generic code for a closure that carries its
  /// isolation.
  struct Receiver {
    let run: @Sendable @isolated(any) (Value) async -> Void
  }

  /// Belongs to the operation's task, and then to `deinit`.
  private var onLateValue: Receiver?

  init(
    _ origin: Origin, _ onLateValue: @escaping @Sendable @isolated(any) (Value) async -> Void
  ) {
    self.onLateValue = Receiver(run: onLateValue)
    super.init(.detached, origin)
    promiseBegins()
    marks.set(.owed)
  }

  nonisolated(nonsending) func operationEnds(with outcome: Result<Value, any Error>) async {
    let isInTime = operationEnded(outcome)
    switch outcome {
    case .success where isInTime: return  // A consumer may still miss the value.
    case .success(let value): await onLateValue?.run(value)
    case .failure: break
    }
    letGo(unlessOn: #isolation)
  }

  private func letGo(unlessOn isolation: (any Actor)?) {
    guard let receiver = onLateValue.take() else { return }
    guard let own = receiver.run.isolation, own !== isolation else { return }
    UnusedClosure.release(consume receiver, on: own, Origin("async", whereMade: origin))
  }

  deinit {
    guard let value, marks.isMissed, let onLateValue else { return letGo(unlessOn: nil) }
    // Now it goes to `onLateValue`, so its loss is not reported.
    marks.consumerCame()
    LateValue(onLateValue, value, origin).deliver()
  }
}

/// A value on its way to the closure that receives it.
private final class LateValue<Value: Sendable>: @unchecked Sendable {
  /// Belongs to the task.
  private var receiver: LateValueCell<Value>.Receiver?
  private let isolation: (any Actor)?
  private let value: Value
  /// Counts as outstanding until the closure has run.
  private let turn: ValueCell<Void>

  init(_ receiver: LateValueCell<Value>.Receiver, _ value: Value, _ origin: Origin) {
    (self.receiver, isolation, self.value) = (receiver, receiver.run.isolation, value)
    turn =
      origin.record?.context.bind { ValueCell(Origin("async", whereMade: origin)) } ?? ValueCell()
  }

  /// Runs the closure, and releases it in its isolation.
  func deliver() {
    Tasks.start(on: isolation) { [self] in
      if let receiver { await receiver.run(value) }
      receiver = nil
      Trampoline.run { _ = turn.fulfill((), &$0) }
    }
  }
}
