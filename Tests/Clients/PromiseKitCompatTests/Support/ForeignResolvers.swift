// Write ends, and bridges between promises and other code, with user values.

#if DEBUG
  import Dispatch
  import PromiseKitCompat
  import TestSupport

  extension ForeignUse {
    static let settling = [
      kit("a resolver") { p, q, code, kept in
        Promise { seal in
          p.pipe {
            kept.call()
            seal.resolve($0)
          }
        }
      },
      kit("a resolver that is used twice") { p, q, code, kept in
        let (promise, seal) = Promise<Foreign>.pending()
        p.tap(on: q) { _ in kept.call() }.pipe {
          seal.resolve($0)
          seal.fulfill(code.object())
          seal.reject(code.error())
        }
        return promise.map(on: q) { kept.pass($0) }
      },
      kit("a resolver of a value and an error") { p, q, code, kept in
        Promise { seal in
          p.tap(on: q) { _ in kept.call() }.pipe { _ in seal.resolve(code.object(), code.error()) }
        }
      },
      kit("a resolver of an error or a value") { p, q, code, kept in
        Promise { seal in
          p.tap(on: q) { _ in kept.call() }.pipe { _ in seal.resolve(nil, code.object()) }
        }
      },
      kit("a resolver of a result") { p, q, code, kept in
        Promise { seal in
          p.tap(on: q) { _ in kept.call() }.pipe { _ in
            seal.resolve(Swift.Result<Foreign, ForeignError>.failure(code.error()))
          }
        }
      },
      kit("a body that throws") { p, q, code, kept in
        Promise { (_: Resolver<Foreign>) in throw code.error() }
          .recover(on: q) { _ in p.map(on: q) { kept.pass($0) } }
      },
      guarantee("a resolver") { g, q, code, kept in
        Guarantee { resolve in
          g.pipe {
            if case .fulfilled(let value) = $0 { resolve(kept.pass(value)) }
          }
        }
      },
      guarantee("a resolver that is used twice") { g, q, code, kept in
        let (guarantee, resolve) = Guarantee<Foreign>.pending()
        g.pipe { _ in
          resolve(kept.pass(code.object()))
          resolve(code.object())
        }
        return guarantee
      },
    ].flatMap { $0 }

    static let bridging = [
      kit("the promise itself") { p, q, code, kept in p },
      kit("a promise of a promise") { p, q, code, kept in
        Promise(Promise(p.map(on: q) { kept.pass($0) }).asyncPromise)
      },
      kit("a custom thenable") { p, q, code, kept in
        Promise(Own(promise: p, kept: kept)).map(on: q) { kept.pass($0) }
      },
      kit("then with a custom thenable") { p, q, code, kept in
        p.then(on: q) { _ in Own(promise: p, kept: kept) }
      },
      kit("a cancellable") { p, q, code, kept in
        let item = DispatchWorkItem { kept.call() }
        return Promise(onCancel: item.cancel) { seal in p.pipe { seal.resolve($0) } }
      },
      kit("onCancel") { p, q, code, kept in
        Promise(onCancel: { kept.call() }) { seal in p.pipe { seal.resolve($0) } }
      },
      kit("cancellize") { p, q, code, kept in p.map(on: q) { kept.pass($0) }.cancellize() },
      kit("cancel") { p, q, code, kept in
        let (first, second) = (p.map(on: q) { kept.pass($0) }, p.map(on: q) { kept.pass($0) })
        let both = when(fulfilled: first, second.tap(on: q) { _ in kept.call() })
        second.cancel(with: code.error())
        return both.map(on: q) { $0.0 }
      },
      kit("async") { p, q, code, kept in
        Promise { seal in
          Task {
            do { seal.fulfill(kept.pass(try await p.async())) } catch { seal.reject(error) }
          }
        }
      },
      kit("wait") { p, q, code, kept in
        DispatchQueue.global().async(.promise) { kept.pass(try p.wait()) }
      },
    ].flatMap { $0 }

    /// Uses that call the log handler.
    static let logged = [
      kit("cauterize") { p, q, code, kept in
        p.map(on: q) { kept.pass($0) }.cauterize()
        return p
      },
      kit("a lost resolver") { p, q, code, kept in
        let (promise, seal) = Promise<Foreign>.pending()
        p.pipe { _ in
          kept.call()
          withExtendedLifetime(seal) {}
        }
        return race(p, promise.map(on: q) { kept.pass($0) })
      },
      kit("a guarantee that can no longer be resolved") { p, q, code, kept in
        let (guarantee, resolve) = Guarantee<Foreign>.pending()
        p.pipe { _ in
          kept.call()
          withExtendedLifetime(resolve) {}
        }
        return race(p, Promise(guarantee.map(on: q) { kept.pass($0) }))
      },
    ].flatMap { $0 }
  }

  private final class Own: Thenable {
    private let promise: Promise<Foreign>
    private let kept: Foreign

    init(promise: Promise<Foreign>, kept: Foreign) { (self.promise, self.kept) = (promise, kept) }

    func pipe(to body: @escaping (PromiseKitCompat.Result<Foreign>) -> Void) {
      kept.call()
      promise.pipe(to: body)
    }

    var result: PromiseKitCompat.Result<Foreign>? { promise.result }
  }
#endif
