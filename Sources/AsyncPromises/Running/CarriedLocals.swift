// Task-locals that the program has named at its start: every handler sees their values as they were
// where it was registered.

/// The task-locals that handlers carry.
final class CarriedLocals: Sendable {
  private static let word = StateWord(0)

  private let locals: [any CarriedLocal]

  private init(_ locals: [any CarriedLocal]) { self.locals = locals }

  private static var current: Unmanaged<CarriedLocals>? { Unmanaged(word: word.load()) }

  /// Whether the program has named none, as most programs do.
  @inline(__always)
  static var isEmpty: Bool { word.loadRelaxed() == 0 }

  /// Adds a task-local. Lists are never released, because another thread may be reading them.
  static func add(_ local: some CarriedLocal) {
    while true {
      let seen = current
      let locals = (seen?.takeUnretainedValue().locals ?? []) + [local]
      let added = Unmanaged.passRetained(CarriedLocals(locals))
      if word.compareExchange(seen?.word ?? 0, added.word) { return }
      added.release()
    }
  }

  /// The values that the task-locals have now.
  static func captured() -> [any CarriedValue] {
    isEmpty ? [] : current?.takeUnretainedValue().locals.map { $0.captured() } ?? []
  }

  /// Returns a handler that sees the values that the task-locals have now.
  @inline(never)
  static func carrying(_ run: @escaping Handler.Run) -> Handler.Run {
    let values = captured()
    return { closure, source, derived, effects in
      values.bind { run(closure, source, derived, &effects) }
    }
  }

  /// The same for a closure that takes and returns nothing.
  static func carrying(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    if isEmpty { return body }
    let values = captured()
    return { values.bind(body) }
  }
}

protocol CarriedLocal: Sendable {
  func captured() -> any CarriedValue
}

/// A task-local's value, and how to bind it.
protocol CarriedValue: Sendable {
  func bind(_ body: () -> Void)
}

extension [any CarriedValue] {
  func bind(_ body: () -> Void) {
    guard let first else { return body() }
    first.bind { Array(dropFirst()).bind(body) }
  }
}

extension TaskLocal: CarriedLocal {
  func captured() -> any CarriedValue { Captured(local: self, value: get()) }

  private struct Captured: CarriedValue {
    let local: TaskLocal
    let value: Value

    func bind(_ body: () -> Void) { local.withValue(value, operation: body) }
  }
}
