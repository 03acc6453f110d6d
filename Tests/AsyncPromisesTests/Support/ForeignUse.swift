// Every call that keeps something of the user's, to be ended in every way.

#if DEBUG
  import AsyncPromises
  import AsyncPromisesTesting
  import TestSupport

  extension ForeignUse {
    static var all: [ForeignUse] {
      chaining + asynchronous + isolated + recovering + grouping + working + timing + bridging
    }

    private static let chaining: [ForeignUse] = [
      ForeignUse("the promise itself") { source, _ in source },
      ForeignUse("map") { source, code in
        let capture = code.object("capture")
        return source.map { capture.pass($0) }
      },
      ForeignUse("map to a new value") { source, code in
        let capture = code.object("capture")
        return source.map { _ in capture.pass(code.object()) }
      },
      ForeignUse("map that throws") { source, code in
        let capture = code.object("capture")
        return source.map { _ in
          capture.call()
          throw code.error()
        }
      },
      ForeignUse("then, settled") { source, code in
        let capture = code.object("capture")
        return source.then { .fulfilled(capture.pass($0)) }
      },
      ForeignUse("then, pending") { source, code in
        let capture = code.object("capture")
        return source.then { value in
          capture.call()
          let next = code.object("capture")
          return Promise.fulfilled(value).map(.async) { next.pass($0) }
        }
      },
      ForeignUse("done") { source, code in
        let capture = code.object("capture")
        return source.done { _ in capture.call() }.map { code.object() }
      },
      ForeignUse("validate") { source, code in
        let capture = code.object("capture")
        return source.validate { _ in
          capture.call()
          return true
        }
      },
      ForeignUse("tap") { source, code in
        let capture = code.object("capture")
        return source.tap { _ in capture.call() }
      },
      ForeignUse("finally") { source, code in
        let capture = code.object("capture")
        return source.finally { capture.call() }
      },
      ForeignUse("whenSettled") { source, code in
        let capture = code.object("capture")
        source.whenSettled { _ in capture.call() }
        return source
      },
      ForeignUse("map with an owner") { source, code in
        let capture = code.object("capture")
        return source.map(with: capture) { owner, value in
          owner.call()
          return value
        }
      },
      ForeignUse("a long chain") { source, code in
        (0..<20).reduce(source) { promise, _ in
          let capture = code.object("capture")
          return promise.map { _ in capture.pass(code.object()) }
        }
      },
    ]

    private static let asynchronous: [ForeignUse] = [
      ForeignUse("map, asynchronous") { source, code in
        let capture = code.object("capture")
        return source.map(.async) { value async in capture.pass(value) }
      },
      ForeignUse("then, asynchronous") { source, code in
        let capture = code.object("capture")
        return source.then(.async) { value async in .fulfilled(capture.pass(value)) }
      },
      ForeignUse("recover, asynchronous") { source, code in
        let capture = code.object("capture")
        return source.recover(.async) { _ async in capture.pass(code.object()) }
      },
    ]

    private static let isolated: [ForeignUse] = [
      ForeignUse("map on the main actor") { source, code in
        let capture = code.object("capture")
        return source.map { @MainActor value in capture.pass(value) }
      },
      ForeignUse("catch on the main actor") { source, code in
        let capture = code.object("capture")
        return source.catch { @MainActor _ in capture.call() }
      },
      ForeignUse("map on an actor that nobody keeps") { source, code in
        ForeignActor(code).map(source, code)
      },
    ]

    private static let recovering: [ForeignUse] = [
      ForeignUse("catch") { source, code in
        let capture = code.object("capture")
        return source.catch { _ in capture.call() }
      },
      ForeignUse("recover") { source, code in
        let capture = code.object("capture")
        return source.recover { _ in capture.pass(code.object()) }
      },
      ForeignUse("recover with a promise") { source, code in
        let capture = code.object("capture")
        return source.recover(.promise) { _ in .fulfilled(capture.pass(code.object())) }
      },
      ForeignUse("recover from a type") { source, code in
        let capture = code.object("capture")
        return source.recover(from: ForeignError.self) { capture.pass($0.object) }
      },
    ]

    private static let grouping: [ForeignUse] = [
      ForeignUse("all") { source, code in
        let (other, resolver) = Promise<Foreign>.pending()
        let group = Promise.all([source, other, .fulfilled(code.object())]).map { $0[0] }
        resolver.fulfill(code.object())
        return group
      },
      ForeignUse("all of a tuple") { source, code in
        Promise.all(source, .fulfilled(code.object())).map { $0.0 }
      },
      ForeignUse("allSettled") { source, code in
        Promise.allSettled([source, .rejected(code.error())]).map { try $0[0].get() }
      },
      ForeignUse("any") { source, code in
        Promise.any([.rejected(code.error()), source])
      },
      ForeignUse("any of errors") { source, code in
        Promise.any([.rejected(code.error()), source.map { _ in throw code.error() }])
      },
      ForeignUse("race") { source, code in
        let capture = code.object("capture")
        let loser = Promise<Foreign>.pending()
        code.keep(loser.resolver)
        return Promise.race([loser.promise.map { capture.pass($0) }, source])
      },
      ForeignUse("race that cancels its losers") { source, code in
        let loser = Promise<Foreign>.pending()
        let capture = code.object("capture")
        loser.resolver.onCancel { capture.call() }
        code.keep(loser.resolver)
        let mapped = loser.promise.map { value in capture.pass(value) }
        return Promise.race([mapped, source], losers: .cancel)
      },
      ForeignUse("a group of groups") { source, code in
        let group = Promise.all([source, source.map { $0 }])
        return Promise.race([Promise.any([group, group]), group]).map { $0[1] }
      },
      ForeignUse("in the order of completion") { source, code in
        Promise {
          for await (_, result) in Promise.inCompletionOrder([source]) { return try result.get() }
          throw code.error()
        }
      },
    ]
  }

  private actor ForeignActor {
    private let object: Foreign

    init(_ code: ForeignCode) { object = code.object("actor") }

    nonisolated func map(_ source: Promise<Foreign>, _ code: ForeignCode) -> Promise<Foreign> {
      Promise { await self.mapped(source, code.object("capture")) }
    }

    private func mapped(_ source: Promise<Foreign>, _ capture: Foreign) -> Promise<Foreign> {
      source.map {
        self.object.call()
        return capture.pass($0)
      }
    }
  }
#endif
