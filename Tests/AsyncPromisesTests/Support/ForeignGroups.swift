// Calls that group promises, including inputs that don't decide the group.

#if DEBUG
  import AsyncPromises
  import TestSupport

  extension ForeignUse {
    static let grouping: [ForeignUse] = [
      ForeignUse("all") { source, code in
        let (other, resolver) = Promise<Foreign>.pending()
        let group = Promise.all([source, other, .fulfilled(code.object())]).map { $0[0] }
        resolver.fulfill(code.object())
        return group
      },
      ForeignUse("all of a tuple") { source, code in
        Promise.all(source, .fulfilled(code.object())).map { $0.0 }
      },
      ForeignUse("all that cancels its losers") { source, code in
        Promise.all([code.loser, source], remaining: .cancel).map { $0[1] }
      },
      ForeignUse("all of a tuple that cancels its losers") { source, code in
        Promise.all(source, code.loser, remaining: .cancel).map { $0.0 }
      },
      ForeignUse("allSettled") { source, code in
        Promise.allSettled([source, .rejected(code.error())]).map { try $0[0].get() }
      },
      ForeignUse("allSettled of a tuple") { source, code in
        Promise.allSettled(source, .rejected(code.error()) as Promise<Foreign>)
          .map { try $0.0.get() }
      },
      ForeignUse("allSettled of a tuple of seven") { source, code in
        let (value, error) = (Promise.fulfilled(code.object()), Promise<Int>.rejected(code.error()))
        return Promise.allSettled(value, value, error, source, error, value, error)
          .map { try $0.3.get() }
      },
      ForeignUse("any") { source, code in
        Promise.any([.rejected(code.error()), source])
      },
      ForeignUse("any of errors") { source, code in
        Promise.any([.rejected(code.error()), source.map { _ in throw code.error() }])
      },
      ForeignUse("any that cancels its losers") { source, code in
        Promise.any([code.loser, source, .rejected(code.error())], remaining: .cancel)
      },
      ForeignUse("race") { source, code in
        let capture = code.object("capture")
        return Promise.race([code.never.map { capture.pass($0) }, source])
      },
      ForeignUse("race that cancels its losers") { source, code in
        Promise.race([code.loser, source], remaining: .cancel)
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

  extension ForeignCode {
    /// A promise that settles only when it is cancelled.
    fileprivate var loser: Promise<ForeignObject> {
      let (promise, resolver) = Promise<ForeignObject>.pending()
      let capture = object("capture")
      resolver.onCancel { capture.call() }
      keep(resolver)
      return promise.map { capture.pass($0) }
    }
  }
#endif
