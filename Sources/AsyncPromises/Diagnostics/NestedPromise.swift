// Reports a promise that is the value of another one, where `then` was meant.

extension Promise {
  /// Reports a nested promise if this promise's value is itself a promise.
  ///
  /// Checking whether a type conforms to a protocol takes a fifth as long as an entire step in a
  /// chain. The compiler can see that most types differ from a promise in their layout; the rest
  /// are checked only if the report would reach anyone.
  ///
  /// - Parameter derived: the cell of a promise of this type, whose handler is about to run.
  @inlinable
  static func reportIfNested(_ derived: Cell) {
    guard MemoryLayout<Value>.size == MemoryLayout<Promise>.size, !_isPOD(Value.self) else {
      return
    }
    derived.reportIfNested(Value.self)
  }
}

extension Cell {
  @usableFromInline
  final func reportIfNested(_ value: Any.Type) {
    guard PromiseDiagnostics.isHeard, value is any PromiseProtocol.Type else { return }
    origin.report { .nestedPromise(trace: $0) }
  }
}
