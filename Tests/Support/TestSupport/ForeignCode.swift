// User code, which must not run while the library holds a list, a mailbox or a timer.

#if DEBUG
  @testable import AsyncPromises

  #if !IN_ANOTHER_PACKAGE
    import PromiseCompatSupport
  #endif

  /// Stands in for user code in a test: values, errors and captures whose `deinit` uses the
  /// library, and closures. It records each call made while the thread held a list, a mailbox or a
  /// timer (B5).
  package final class ForeignCode: Sendable {
    private struct State {
      /// The number of live objects, by name.
      var living: [String: Int] = [:]
      var runs = 0
      var intrusions: Set<String> = []
      var kept: [any Sendable] = []
    }

    private let state = Locked(State())
    private let (allFreed, end) = Promise<Void>.pending()

    package init() { begins(Self.test) }

    private static var test: String { "test" }

    /// Creates a value, or an object for a closure to capture.
    package func object(_ name: String = "value") -> ForeignObject {
      begins(name)
      return ForeignObject(name, self)
    }

    package func error(_ name: String = "error") -> ForeignError {
      ForeignError(object: object(name))
    }

    /// Keeps a resolver that is never used.
    package func keep(_ resolver: any Sendable) { state.withLock { $0.kept.append(resolver) } }

    /// A promise that is pending until the end of the test.
    package var never: Promise<ForeignObject> {
      let (promise, resolver) = Promise<ForeignObject>.pending()
      keep(resolver)
      return promise
    }

    /// Records a call by the library.
    package func runs(_ name: String) {
      let count = Holding.count
      state.withLock {
        $0.runs += 1
        if count != 0 { $0.intrusions.insert("\(name) while \(count) held") }
      }
    }

    fileprivate func ends(_ name: String) {
      runs("deinit of \(name)")
      Self.useLibrary()
      hasEnded(name)
    }

    private func begins(_ name: String) { state.withLock { $0.living[name, default: 0] += 1 } }

    private func hasEnded(_ name: String) {
      let isLast = state.withLock { state in
        state.living[name, default: 0] -= 1
        return state.living.values.allSatisfy { $0 == 0 }
      }
      if isLast { end.fulfill() }
    }

    /// Waits until all objects have been freed.
    ///
    /// - Returns: calls at the wrong time, and objects that were never freed.
    package func intrusions() async throws -> [String] {
      dropKept()
      hasEnded(Self.test)
      let end = allFreed.timeout(after: .seconds(20))
      let isFreed = try await end.map { true }.recover { _ in false }.value
      return state.withLock { state in
        let living = state.living.filter { $0.value > 0 }.map {
          "\($0.value) \($0.key) never freed"
        }
        return (!isFreed ? living : []) + state.intrusions.sorted()
      }
    }

    private func dropKept() {
      let kept = state.withLock { state in
        defer { state.kept = [] }
        return state.kept
      }
      withExtendedLifetime(kept) {}
    }

    package var runs: Int { state.withLock { $0.runs } }

    /// Settles promises, cancels them, registers handlers and starts timers.
    private static func useLibrary() {
      let (source, resolver) = Promise<Int>.pending()
      let derived = source.map { $0 + 1 }.timeout(after: .seconds(3_600))
      derived.whenSettled { _ in }
      resolver.fulfill(1)
      source.whenSettled { _ in }
      Promise.delay(for: .seconds(3_600)).cancel()
      let (other, otherResolver) = Promise<Int>.pending()
      Promise.all(other, other.map { $0 }).cancel()
      withExtendedLifetime(otherResolver) {}
      #if !IN_ANOTHER_PACKAGE
        // As the compatibility modules do.
        let (first, firstResolver) = Promise<Int>.pending()
        let inline: Promise<Int> = first.derive(in: .inline, .none) { _, _, derived, effects in
          Promise<Int>.settle(derived, &effects) { 1 }
        }
        _ =
          inline.derive(in: .inline, .none) { _, _, derived, effects in
            Promise<Int>.settle(derived, &effects) { 2 }
          } as Promise<Int>
        firstResolver.fulfill(1)
      #endif
    }
  }

  /// An object whose `deinit` is user code.
  package final class ForeignObject: Sendable {
    private let name: String
    private let code: ForeignCode

    fileprivate init(_ name: String, _ code: ForeignCode) {
      (self.name, self.code) = (name, code)
    }

    deinit { code.ends(name) }

    /// Called by a user closure that has captured the object.
    package func call() { code.runs("call of \(name)") }
  }

  package struct ForeignError: Error {
    package let object: ForeignObject
  }
#endif
