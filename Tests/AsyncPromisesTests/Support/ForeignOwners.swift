// Handlers that recover from errors, and handlers with an owner, which may go at any time.

#if DEBUG
  import AsyncPromises
  import TestSupport

  extension ForeignUse {
    static let recovering: [ForeignUse] = [
      ForeignUse("catch") { source, code in
        let capture = code.object("capture")
        return source.catch { _ in capture.call() }
      },
      ForeignUse("catch of a type") { source, code in
        let capture = code.object("capture")
        return source.catch(ForeignError.self) { $0.object.call() }
          .catch(CancellationError.self) { _ in capture.call() }
      },
      ForeignUse("catch except for a type") { source, code in
        let capture = code.object("capture")
        return source.catch(except: CancellationError.self) { _ in capture.call() }
          .catch(except: ForeignError.self) { _ in capture.call() }
      },
      ForeignUse("recover") { source, code in
        let capture = code.object("capture")
        return source.recover { _ in capture.pass(code.object()) }
      },
      ForeignUse("recover that throws") { source, code in
        let capture = code.object("capture")
        return source.recover { _ in
          capture.call()
          throw code.error()
        }
      },
      ForeignUse("recover with a promise") { source, code in
        let capture = code.object("capture")
        return source.recover(.promise) { _ in .fulfilled(capture.pass(code.object())) }
      },
      ForeignUse("recover with a pending promise") { source, code in
        let capture = code.object("capture")
        return source.recover(.promise) { _ in
          Promise { () async in capture.pass(code.object()) }
        }
      },
      ForeignUse("recover with a promise, asynchronous") { source, code in
        let capture = code.object("capture")
        return source.recover(.async, .promise) { _ async in
          .fulfilled(capture.pass(code.object()))
        }
      },
      ForeignUse("recover from a type") { source, code in
        let capture = code.object("capture")
        return source.recover(from: ForeignError.self) { capture.pass($0.object) }
      },
      ForeignUse("recover from a type with a promise") { source, code in
        let capture = code.object("capture")
        return source.recover(from: ForeignError.self, .promise) {
          .fulfilled(capture.pass($0.object))
        }
      },
    ]

    static let owned: [ForeignUse] = [
      owned("done") { source, owner, visit in
        source.done(with: owner) { _ = visit($0, $1) }.then { source }
      },
      owned("catch") { source, owner, visit in
        source.catch(with: owner) { owner, _ in _ = visit(owner, owner) }
      },
      owned("catch except for a type") { source, owner, visit in
        source.catch(except: CancellationError.self, with: owner) { owner, _ in
          _ = visit(owner, owner)
        }
      },
      owned("finally") { source, owner, visit in
        source.finally(with: owner) { _ = visit($0, $0) }
      },
    ].flatMap { $0 }

    /// What a handler with an owner calls; it returns the value to pass on.
    private typealias Visit = @Sendable (_ owner: Foreign, Foreign) -> Foreign

    private enum Owner: String, CaseIterable {
      case gone = "an owner that is gone"
      case going = "an owner that is released during the call"
      case staying = "an owner that stays"
    }

    private static func owned(
      _ description: String,
      _ make:
        @escaping @Sendable (Promise<Foreign>, _ owner: Foreign, @escaping Visit) -> Promise<
          Foreign
        >
    ) -> [ForeignUse] {
      Owner.allCases.map { fate in
        ForeignUse("\(description) with \(fate.rawValue)") { source, code in
          let (owner, capture) = (code.object("owner"), code.object("capture"))
          let only = Locked(fate == .going ? owner : nil)
          if fate == .staying { code.keep(owner) }
          return make(source, owner) { owner, value in
            owner.call()
            withExtendedLifetime(only.withLock { $0.take() }) {}
            return capture.pass(value)
          }
        }
      }
    }
  }
#endif
