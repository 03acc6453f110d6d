// User functions that call back, in every shape, some with work that can be cancelled.

#if DEBUG
  import AsyncPromises
  import TestSupport

  extension ForeignUse {
    static let wrapping: [ForeignUse] = [
      ForeignUse("wrap of a value") { source, code in
        let call = ForeignCall(source, code)
        return Promise.wrap { call.value($0) }
      },
      ForeignUse("wrap of a value or an error") { source, code in
        let call = ForeignCall(source, code)
        return Promise.wrap { call.valueOrError($0) }
      },
      ForeignUse("wrap of a result") { source, code in
        let call = ForeignCall(source, code)
        return Promise.wrap { call.result($0) }
      },
      ForeignUse("wrap of a pair") { source, code in
        let call = ForeignCall(source, code)
        return Promise.wrap { call.pair($0) }.map { $0.1 }
      },
      ForeignUse("wrap of a pair or an error") { source, code in
        let call = ForeignCall(source, code)
        return Promise.wrap { call.pairOrError($0) }.map { $0.1 }
      },
      ForeignUse("wrap of nothing") { source, code in
        let call = ForeignCall(source, code)
        return Promise.wrap { call.nothing($0) }.map { code.object() }
      },
      ForeignUse("wrap of an error") { source, code in
        let call = ForeignCall(source, code)
        return Promise.wrap { call.error($0) }.map { code.object() }
      },
      ForeignUse("wrap of a flag or an error") { source, code in
        let call = ForeignCall(source, code)
        return Promise.wrap { call.flagOrError($0) }.map { _ in code.object() }
      },
      ForeignUse("wrap that throws") { source, code in
        let call = ForeignCall(source, code)
        return Promise.wrap { (end: @escaping @Sendable (Foreign) -> Void) in
          call.value(end)
          throw code.error()
        }
      },
      ForeignUse("wrap with cancel, of a value") { source, code in
        let call = ForeignCall(source, code)
        return Promise.wrap(cancel: { $0.call() }) { call.value($0) }
      },
      ForeignUse("wrap with cancel, of a value or an error") { source, code in
        let call = ForeignCall(source, code)
        return Promise.wrap(cancel: { @MainActor in $0.call() }) { call.valueOrError($0) }
      },
      ForeignUse("wrap with cancel, of a result") { source, code in
        let call = ForeignCall(source, code)
        return Promise.wrap(cancel: { $0.call() }) { call.result($0) }
      },
      ForeignUse("wrap with cancel, of a pair or an error") { source, code in
        let call = ForeignCall(source, code)
        return Promise.wrap(cancel: { $0.call() }) { call.pairOrError($0) }.map { $0.1 }
      },
      ForeignUse("wrap with cancel, of an error") { source, code in
        let call = ForeignCall(source, code)
        return Promise.wrap(cancel: { $0.call() }) { call.error($0) }.map { code.object() }
      },
    ]
  }

  /// A user function that calls back with the outcome of a promise, in any shape. It returns its
  /// work.
  private struct ForeignCall: Sendable {
    private let source: Promise<Foreign>
    private let code: ForeignCode
    private let capture: Foreign

    init(_ source: Promise<Foreign>, _ code: ForeignCode) {
      (self.source, self.code) = (source, code)
      capture = code.object("capture")
    }

    private func start(
      _ end: @escaping @Sendable (_ value: Foreign?, _ error: (any Error)?) -> Void
    ) -> Foreign {
      source.whenSettled {
        capture.call()
        switch $0 {
        case .success(let value): end(value, nil)
        case .failure(let error): end(nil, error)
        }
      }
      return code.object("work")
    }

    @discardableResult
    func value(_ end: @escaping @Sendable (Foreign) -> Void) -> Foreign {
      start { value, _ in end(value ?? code.object()) }
    }

    @discardableResult
    func valueOrError(_ end: @escaping @Sendable (Foreign?, (any Error)?) -> Void) -> Foreign {
      start(end)
    }

    @discardableResult
    func result(_ end: @escaping @Sendable (Result<Foreign, ForeignError>) -> Void) -> Foreign {
      start { value, _ in end(value.map { .success($0) } ?? .failure(code.error())) }
    }

    @discardableResult
    func pair(_ end: @escaping @Sendable (Int, Foreign) -> Void) -> Foreign {
      start { value, _ in end(1, value ?? code.object()) }
    }

    @discardableResult
    func pairOrError(
      _ end: @escaping @Sendable (Foreign?, Foreign?, (any Error)?) -> Void
    ) -> Foreign {
      start { end($0, $0, $1) }
    }

    @discardableResult
    func nothing(_ end: @escaping @Sendable () -> Void) -> Foreign {
      start { _, _ in end() }
    }

    @discardableResult
    func error(_ end: @escaping @Sendable ((any Error)?) -> Void) -> Foreign {
      start { end($1) }
    }

    @discardableResult
    func flagOrError(_ end: @escaping @Sendable (Bool, (any Error)?) -> Void) -> Foreign {
      start { end($0 != nil, $1) }
    }
  }
#endif
