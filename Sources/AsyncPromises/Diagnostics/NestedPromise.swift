// The report of a promise that is the value of another one, where `then` was meant.

extension Promise {
  /// Reports a nested promise if the value of a promise is one.
  ///
  /// To ask a type for its protocols takes as long as a fifth of a link does. Most types differ
  /// from a promise in their layout, which the compiler knows; for the others somebody has to hear.
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
