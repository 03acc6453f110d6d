// B5: no user code runs while the thread holds a list, a mailbox or a timer, whichever operator
// stores that code.

#if DEBUG
  import AsyncPromises
  import PromiseOperators
  import TestSupport
  import Testing

  @Suite("Foreign code", .timeLimit(.minutes(10)))
  struct ForeignCodeTests {
    @Test("B5 B6: user code never runs at the wrong time", arguments: ForeignUse.all)
    func everywhere(use: ForeignUse) async throws {
      #expect(try await use.intrusions() == [])
    }
  }

  extension ForeignUse {
    private typealias Functions = (first: ForeignFunction, second: ForeignFunction)

    /// Makes two uses. The second function ends immediately, with a value or an error.
    private static func functions(
      _ description: String,
      _ make: @escaping @Sendable (Functions) -> PromiseFunction<Foreign, Foreign>
    ) -> [ForeignUse] {
      [false, true].map { isRejected in
        ForeignUse(description + (isRejected ? ", one of which fails" : "")) { source, code in
          let other: Promise<Foreign> =
            isRejected ? .rejected(code.error()) : .fulfilled(code.object())
          let first = ForeignFunction(source: source, code: code, kept: code.object("capture"))
          let second = ForeignFunction(source: other, code: code, kept: code.object("capture"))
          return make((first, second))(code.object("input"))
        }
      }
    }

    static let all = [
      functions("callbacks, in series") {
        promising($0.first.callback +> $0.second.callback)
      },
      functions("promises, in series") { $0.first.promise +> $0.second.promise },
      functions("async functions, in series") {
        promising($0.first.awaited +> $0.second.awaited)
      },
      functions("callbacks, in parallel") { functions in
        let both = promising(functions.first.callback <> functions.second.callback)
        return { both($0).map { $0.0 } }
      },
      functions("promises, in parallel") { functions in
        let both = functions.first.promise <> functions.second.promise
        return { both($0).map { $0.0 } }
      },
      functions("async functions, in parallel") { functions in
        let both = promising(functions.first.awaited <> functions.second.awaited)
        return { both($0).map { $0.0 } }
      },
      functions("a callback as a promise") { promising($0.first.callback) },
      functions("a promise as a callback") { promising(callingBack($0.first.promise)) },
      functions("an async function as a callback") { promising(callingBack($0.first.awaited)) },
      functions("a callback as an async function") { promising(awaiting($0.first.callback)) },
      functions("a promise as an async function") { promising(awaiting($0.first.promise)) },
    ].flatMap { $0 }
  }

  /// A user's function in three shapes.
  private struct ForeignFunction: Sendable {
    let source: Promise<Foreign>
    let code: ForeignCode
    let kept: Foreign

    var callback: AsyncFunction<Foreign, Foreign> {
      { input, done in
        source.whenSettled {
          done($0.map { kept.pass($0) })
          // The second call must be ignored.
          done(.success(input))
        }
      }
    }

    var promise: PromiseFunction<Foreign, Foreign> {
      { input in source.map { input === $0 ? kept : kept.pass($0) } }
    }

    var awaited: AwaitedFunction<Foreign, Foreign> {
      { input in
        input.call()
        return kept.pass(try await source.get())
      }
    }
  }
#endif
