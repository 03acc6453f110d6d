// Every PromiseKitCompat call that stores user code or values, tested with every ending.

#if DEBUG
  import Dispatch
  import PromiseKitCompat
  import TestSupport

  extension ForeignUse {
    typealias Make =
      @Sendable (Promise<Foreign>, DispatchQueue?, ForeignCode, Foreign) -> Promise<Foreign>

    /// Makes two uses of the call: with inline handlers, and with handlers on a queue.
    static func kit(_ description: String, _ make: @escaping Make) -> [ForeignUse] {
      [(nil, "inline"), (DispatchQueue.global(), "on a queue")].map { queue, place in
        ForeignUse("\(description), \(place)") { source, code in
          make(Promise(source), queue, code, code.object("capture")).asyncPromise
        }
      }
    }

    static let all =
      chaining + catching + guarantees + sequences + grouping + racing + starting + settling
      + bridging

    private static let chaining = [
      kit("then") { p, q, code, kept in p.then(on: q) { Promise.value(kept.pass($0)) } },
      kit("then, pending") { p, q, code, kept in
        p.then(on: q) { value in after(seconds: 0).map(on: q) { kept.pass(value) } }
      },
      kit("then that throws") { p, q, code, kept in
        p.then(on: q) { _ -> Promise<Foreign> in
          kept.call()
          throw code.error()
        }
      },
      kit("map") { p, q, code, kept in p.map(on: q) { kept.pass($0) } },
      kit("map that throws") { p, q, code, kept in
        p.map(on: q) { _ -> Foreign in
          kept.call()
          throw code.error()
        }
      },
      kit("compactMap") { p, q, code, kept in
        p.compactMap(on: q) { _ -> Foreign? in kept.pass(code.object()) }
      },
      kit("compactMap to nothing") { p, q, code, kept in
        p.compactMap(on: q) { _ -> Foreign? in
          kept.call()
          return nil
        }
      },
      kit("done") { p, q, code, kept in
        p.done(on: q) { _ in kept.call() }.map(on: q) { code.object() }
      },
      kit("get") { p, q, code, kept in p.get(on: q) { _ in kept.call() } },
      kit("tap") { p, q, code, kept in p.tap(on: q) { _ in kept.call() } },
      kit("asVoid") { p, q, code, kept in
        p.asVoid().map(on: q) { kept.pass(code.object()) }
      },
    ].flatMap { $0 }

    private static let catching = [
      kit("catch") { p, q, code, kept in
        p.catch(on: q) { _ in kept.call() }
        return p
      },
      kit("catch of everything, finally") { p, q, code, kept in
        p.catch(on: q, policy: .allErrors) { _ in kept.call() }.finally(on: q) { kept.call() }
        return p
      },
      kit("recover") { p, q, code, kept in
        p.recover(on: q) { _ in Promise.value(kept.pass(code.object())) }
      },
      kit("recover, pending") { p, q, code, kept in
        p.recover(on: q, policy: .allErrors) { _ in
          after(seconds: 0).map(on: q) { kept.pass(code.object()) }
        }
      },
      kit("recover that throws") { p, q, code, kept in
        p.recover(on: q) { _ -> Promise<Foreign> in
          kept.call()
          throw code.error()
        }
      },
      kit("recover with a guarantee") { p, q, code, kept in
        Promise(p.recover(on: q) { _ in Guarantee.value(kept.pass(code.object())) })
      },
      kit("recover of a Void promise") { p, q, code, kept in
        p.asVoid().recover(on: q, policy: .allErrors) { _ in kept.call() }
          .map(on: q) { code.object() }
      },
      kit("ensure") { p, q, code, kept in p.ensure(on: q) { kept.call() } },
      kit("ensureThen") { p, q, code, kept in
        p.ensureThen(on: q) { after(seconds: 0).done(on: q) { kept.call() } }
      },
    ].flatMap { $0 }

    private static let guarantees = [
      guarantee("done") { g, q, code, kept in
        g.done(on: q) { _ in kept.call() }.map(on: q) { code.object() }
      },
      guarantee("get") { g, q, code, kept in g.get(on: q) { _ in kept.call() } },
      guarantee("map") { g, q, code, kept in g.map(on: q) { kept.pass($0) } },
      guarantee("then") { g, q, code, kept in
        g.then(on: q) { value in after(seconds: 0).map(on: q) { kept.pass(value) } }
      },
      guarantee("asVoid") { g, q, code, kept in
        g.asVoid().map(on: q) { kept.pass(code.object()) }
      },
      guarantee("cancellize") { g, q, code, kept in
        Guarantee { resolve in
          g.cancellize().map(on: q) { kept.pass($0) }.pipe { _ in resolve(code.object()) }
        }
      },
    ].flatMap { $0 }

    /// A call on a guarantee, which `recover` makes from the promise.
    static func guarantee(
      _ description: String,
      _ make:
        @escaping @Sendable (Guarantee<Foreign>, DispatchQueue?, ForeignCode, Foreign) -> Guarantee<
          Foreign
        >
    ) -> [ForeignUse] {
      kit("\(description) of a guarantee") { p, q, code, kept in
        let guarantee = p.recover(on: nil) { _ in Guarantee.value(code.object()) }
        return Promise(make(guarantee, q, code, kept))
      }
    }

    private static let starting = [
      kit("firstly") { p, q, code, kept in firstly { p.map(on: q) { kept.pass($0) } } },
      kit("firstly that throws") { p, q, code, kept in
        firstly { () throws -> Promise<Foreign> in throw code.error() }.recover(on: q) { _ in
          p.map(on: q) { kept.pass($0) }
        }
      },
      kit("firstly of a guarantee") { p, q, code, kept in
        Promise(firstly { Guarantee.value(code.object()) }).then(on: q) { _ in
          p.map(on: q) { kept.pass($0) }
        }
      },
      kit("after") { p, q, code, kept in
        after(.nanoseconds(1)).then(on: q) { p.map(on: q) { kept.pass($0) } }
      },
      kit("a block on a queue") { p, q, code, kept in
        DispatchQueue.global().async(.promise) { () throws -> Foreign in
          kept.call()
          throw code.error()
        }.recover(on: q, policy: .allErrors) { _ in p }
      },
      kit("a block on a queue that can't fail") { p, q, code, kept in
        let job = DispatchQueue.global().async(.promise) { kept.pass(code.object()) }
        return when(fulfilled: p, job).map(on: q) { $0.1 }
      },
    ].flatMap { $0 }
  }
#endif
