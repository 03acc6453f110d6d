// Every GooglePromisesCompat call that stores user code or values, tested with every ending.

#if DEBUG
  import Dispatch
  import GooglePromisesCompat
  import TestSupport

  extension ForeignUse {
    private static func google(
      _ description: String,
      _ make: @escaping @Sendable (Promise<Foreign>, ForeignCode, Foreign) -> Promise<Foreign>
    ) -> ForeignUse {
      ForeignUse(description) { source, code in
        make(Promise(source), code, code.object("capture")).asyncPromise
      }
    }

    static let every = chaining + recovering + starting + grouping + timing + settling + wrapping

    /// The queue for handlers that name one; the others run on the main queue.
    private static let queue = DispatchQueue.global()

    private static let chaining = [
      google("the promise itself") { p, code, kept in p },
      google("then with a value") { p, code, kept in p.then { kept.pass($0) } },
      google("then with a value, on a queue") { p, code, kept in
        p.then(on: queue) { kept.pass($0) }
      },
      google("then with a promise") { p, code, kept in
        p.then(on: queue) { value in Promise(value).delay(on: queue, 0).then { kept.pass($0) } }
      },
      google("then with nothing") { p, code, kept in p.then(on: queue) { _ in kept.call() } },
      google("then that throws") { p, code, kept in
        p.then(on: queue) { _ -> Foreign in
          kept.call()
          throw code.error()
        }
      },
      google("then with an error") { p, code, kept in
        p.then(on: queue) { _ -> any Error in code.error() }.then(on: queue) { _ in kept }
      },
      google("always") { p, code, kept in p.always(on: queue) { kept.call() } },
      google("validate") { p, code, kept in p.validate(on: queue) { kept.pass($0) === $0 } },
      google("validate that fails") { p, code, kept in
        p.validate(on: queue) { kept.pass($0) === kept }
      },
      google("reduce") { p, code, kept in
        p.reduce(on: queue, [code.object(), code.object()]) { Promise(kept.pass($1)) }
      },
    ]

    private static let recovering = [
      google("catch") { p, code, kept in p.catch { _ in kept.call() } },
      google("catch, on a queue") { p, code, kept in p.catch(on: queue) { _ in kept.call() } },
      google("recover with a value") { p, code, kept in
        p.recover(on: queue) { _ in kept.pass(code.object()) }
      },
      google("recover with a promise") { p, code, kept in
        p.recover(on: queue) { _ in Promise(kept.pass(code.object())) }
      },
      google("recover that throws") { p, code, kept in
        p.recover(on: queue) { _ -> Foreign in
          kept.call()
          throw code.error()
        }
      },
    ]

    private static let starting = [
      google("work that calls back") { p, code, kept in
        Promise(on: queue) { fulfill, reject in
          kept.call()
          p.then(on: queue) { fulfill(kept.pass($0)) }.catch(on: queue, reject)
        }
      },
      google("work that calls back twice") { p, code, kept in
        Promise(on: queue) { fulfill, reject in
          p.always(on: queue) {
            reject(code.error())
            fulfill(kept.pass(code.object()))
          }
        }
      },
      google("work that throws") { p, code, kept in
        Promise<Foreign>(on: queue) { _, _ in throw code.error() }
          .recover(on: queue) { _ in p.then(on: queue) { kept.pass($0) } }
      },
      google("work that returns a value") { p, code, kept in
        Promise(on: queue) { kept.pass(code.object()) }.then(on: queue) { _ in p }
      },
      google("work that returns a promise") { p, code, kept in
        Promise(on: queue) { p.then(on: queue) { kept.pass($0) } }
      },
    ]

    private static let grouping = [
      google("all") { p, code, kept in
        all(p, p.then(on: queue) { kept.pass($0) }, Promise(code.object()))
          .then(on: queue) { $0[1] }
      },
      google("all, two") { p, code, kept in
        all(p, p.then(on: queue) { kept.pass($0) }).then(on: queue) { $0.1 }
      },
      google("all, three") { p, code, kept in
        all(p, p, p.then(on: queue) { kept.pass($0) }).then(on: queue) { $0.2 }
      },
      google("all, four") { p, code, kept in
        all(p, p, p, p.then(on: queue) { kept.pass($0) }).then(on: queue) { $0.3 }
      },
      google("any") { p, code, kept in
        any([p, Promise(code.error()), p.then(on: queue) { kept.pass($0) }])
          .then(on: queue) { _ in code.object() }
      },
      google("any, two") { p, code, kept in
        any(p, p.then(on: queue) { kept.pass($0) }).then(on: queue) { _ in code.object() }
      },
      google("any, three") { p, code, kept in
        any(p, p.then(on: queue) { kept.pass($0) }, Promise<Foreign>(code.error()))
          .then(on: queue) { _ in code.object() }
      },
      google("any of errors") { p, code, kept in
        any([Promise(code.error()), p.then(on: queue) { _ -> Foreign in throw code.error() }])
          .then(on: queue) { _ in kept.pass(code.object()) }
      },
      google("race") { p, code, kept in
        race(Promise(code.never).then(on: queue) { kept.pass($0) }, p)
      },
    ]

    private static let timing = [
      google("delay") { p, code, kept in p.delay(0.000_001).then(on: queue) { kept.pass($0) } },
      google("timeout that doesn't expire") { p, code, kept in
        p.then(on: queue) { kept.pass($0) }.timeout(3_600)
      },
      google("retry") { p, code, kept in
        retry(on: queue, attempts: 2, delay: 0.000_001) { p.then(on: queue) { kept.pass($0) } }
      },
      google("retry that throws") { p, code, kept in
        retry(
          on: queue, attempts: 2, delay: 0,
          condition: { _, _ in kept.pass(code.object()) !== kept }
        ) { throw code.error() }
      },
    ]

    private static let settling = [
      google("pending") { p, code, kept in
        let promise = Promise<Foreign>.pending()
        p.then(on: queue) { promise.fulfill(kept.pass($0)) }.catch(on: queue, promise.reject)
        return promise
      },
      google("pending, settled twice") { p, code, kept in
        let promise = Promise<Foreign>.pending()
        p.always(on: queue) {
          promise.reject(code.error())
          promise.reject(code.error())
          promise.fulfill(kept.pass(code.object()))
        }
        return promise.always(on: queue) { kept.call() }
      },
      google("a lost promise") { p, code, kept in
        let lost = Promise<Foreign>.pending().then(on: queue) { kept.pass($0) }
        return race(p, lost)
      },
      google("a derived promise that is settled directly") { p, code, kept in
        let derived = Promise(code.never).then(on: queue) { kept.pass($0) }
        p.always(on: queue) { derived.fulfill(code.object()) }
        return derived
      },
      google("cancel") { p, code, kept in
        let (first, second) = (p.then(on: queue) { kept.pass($0) }, p.delay(3_600))
        let both = any(first, second.always(on: queue) { kept.call() })
        second.cancel()
        return both.then(on: queue) { _ in code.object() }
      },
      google("a promise of a promise") { p, code, kept in
        Promise(p.then(on: queue) { kept.pass($0) }.asyncPromise)
      },
      google("async") { p, code, kept in
        Promise(on: queue) { fulfill, reject in
          Task { do { fulfill(kept.pass(try await p.async())) } catch { reject(error) } }
        }
      },
      google("awaitPromise") { p, code, kept in
        Promise(on: queue) { kept.pass(try awaitPromise(p)) }
      },
    ]

    private static let wrapping = [
      google("wrap of nothing") { p, code, kept in
        wrap(on: queue) { (end: @escaping @Sendable () -> Void) in
          p.always(on: queue) { end() }
        }.then(on: queue) { _ in kept.pass(code.object()) }
      },
      google("wrap of a value") { p, code, kept in
        wrap(on: queue) { (end: @escaping @Sendable (Foreign) -> Void) in
          p.always(on: queue) { end(kept.pass(code.object())) }
        }
      },
      google("wrap of a value or none") { p, code, kept in
        wrap(on: queue) { (end: @escaping @Sendable (Foreign?) -> Void) in
          p.always(on: queue) { end(kept.pass(code.object())) }
        }.then(on: queue) { $0 ?? kept }
      },
      google("wrap of a value and an error") { p, code, kept in
        wrap(on: queue) { (end: @escaping @Sendable (Foreign, (any Error)?) -> Void) in
          p.always(on: queue) { end(kept.pass(code.object()), code.error()) }
        }
      },
      google("wrap of an error and a value") { p, code, kept in
        wrap(on: queue) { (end: @escaping @Sendable ((any Error)?, Foreign) -> Void) in
          p.always(on: queue) { end(nil, kept.pass(code.object())) }
        }
      },
      google("wrap of a value or an error") { p, code, kept in
        wrap(on: queue) { (end: @escaping @Sendable (Foreign?, (any Error)?) -> Void) in
          p.then(on: queue) { end(kept.pass($0), nil) }.catch(on: queue) { end(nil, $0) }
        }.then(on: queue) { $0 ?? kept }
      },
      google("wrap of an error or a value") { p, code, kept in
        wrap(on: queue) { (end: @escaping @Sendable ((any Error)?, Foreign?) -> Void) in
          p.then(on: queue) { end(nil, kept.pass($0)) }.catch(on: queue) { end($0, nil) }
        }.then(on: queue) { $0 ?? kept }
      },
      google("wrap of two values or an error") { p, code, kept in
        wrap(on: queue) { (end: @escaping @Sendable (Foreign?, Foreign?, (any Error)?) -> Void) in
          p.then(on: queue) { end(kept.pass($0), $0, nil) }.catch(on: queue) { end(nil, nil, $0) }
        }.then(on: queue) { $0.0 ?? kept }
      },
    ]
  }
#endif
