// Sequences, groups and races of user values.

#if DEBUG
  import Dispatch
  import PromiseKitCompat
  import TestSupport

  extension ForeignUse {
    static let sequences = [
      list("mapValues") { p, q, code, kept in p.mapValues(on: q) { kept.pass($0) } },
      list("flatMapValues") { p, q, code, kept in
        p.flatMapValues(on: q) { [kept.pass($0), code.object()] }
      },
      list("compactMapValues") { p, q, code, kept in
        p.compactMapValues(on: q) { kept.pass($0) as Foreign? }
      },
      list("thenMap") { p, q, code, kept in
        p.thenMap(on: q) { value in after(seconds: 0).map(on: q) { kept.pass(value) } }
      },
      list("thenFlatMap") { p, q, code, kept in
        p.thenFlatMap(on: q) { Promise.value([kept.pass($0), code.object()]) }
      },
      list("filterValues") { p, q, code, kept in p.filterValues(on: q) { kept.pass($0) === $0 } },
      list("firstValue") { p, q, code, kept in p.firstValue.map(on: q) { [kept.pass($0)] } },
      list("firstValue with a predicate") { p, q, code, kept in
        p.firstValue(on: q) { kept.pass($0) === kept }.map(on: q) { [$0] }
      },
      list("lastValue") { p, q, code, kept in p.lastValue.map(on: q) { [kept.pass($0)] } },
      list("sortedValues") { p, q, code, kept in
        p.mapValues(on: nil) { Ranked(object: kept.pass($0)) }.sortedValues(on: q)
          .mapValues(on: nil) { $0.object }
      },
      list("mapValues of a guarantee") { p, q, code, kept in
        Promise(recovered(p, code).mapValues(on: q) { kept.pass($0) })
      },
      list("flatMapValues of a guarantee") { p, q, code, kept in
        Promise(recovered(p, code).flatMapValues(on: q) { [kept.pass($0), code.object()] })
      },
      list("compactMapValues of a guarantee") { p, q, code, kept in
        Promise(recovered(p, code).compactMapValues(on: q) { kept.pass($0) as Foreign? })
      },
      list("thenMap of a guarantee") { p, q, code, kept in
        Promise(recovered(p, code).thenMap(on: q) { Guarantee.value(kept.pass($0)) })
      },
      list("thenFlatMap of a guarantee") { p, q, code, kept in
        Promise(recovered(p, code).thenFlatMap(on: q) { Guarantee.value([kept.pass($0)]) })
      },
      list("filterValues of a guarantee") { p, q, code, kept in
        Promise(recovered(p, code).filterValues(on: q) { kept.pass($0) === $0 })
      },
      list("sortedValues of a guarantee") { p, q, code, kept in
        Promise(recovered(p, code).sortedValues(on: q) { kept.pass($0) === $1 })
      },
    ].flatMap { $0 }

    static let grouping = [
      kit("when fulfilled") { p, q, code, kept in
        when(fulfilled: [p, p.map(on: q) { kept.pass($0) }, .value(code.object())])
          .map(on: q) { $0[0] }
      },
      kit("when fulfilled, of any kind") { p, q, code, kept in
        when(fulfilled: [p, recovered(p, code)] as [any Thenable])
          .compactMap(on: q) { kept.pass(code.object()) === kept ? $0[0] as? Foreign : nil }
      },
      kit("when fulfilled, of nothing") { p, q, code, kept in
        when(fulfilled: p.asVoid(), p.done(on: q) { _ in kept.call() })
          .map(on: q) { code.object() }
      },
      kit("when fulfilled, two") { p, q, code, kept in
        when(fulfilled: p, p.map(on: q) { kept.pass($0) }).map(on: q) { $0.1 }
      },
      kit("when fulfilled, three") { p, q, code, kept in
        when(fulfilled: p, p, p.map(on: q) { kept.pass($0) }).map(on: q) { $0.2 }
      },
      kit("when fulfilled, four") { p, q, code, kept in
        when(fulfilled: p, p, p, p.map(on: q) { kept.pass($0) }).map(on: q) { $0.3 }
      },
      kit("when fulfilled, five") { p, q, code, kept in
        when(fulfilled: p, p, p, p, p.map(on: q) { kept.pass($0) }).map(on: q) { $0.4 }
      },
      kit("when resolved") { p, q, code, kept in
        let outcomes = when(resolved: p, p.map(on: q) { kept.pass($0) }, .init(error: code.error()))
        return Promise(outcomes.map(on: q) { _ in code.object() })
      },
      guarantee("when") { g, q, code, kept in
        when(g, g.map(on: q) { kept.pass($0) }).map(on: q) { $0[1] }
      },
      guarantee("when of nothing") { g, q, code, kept in
        when(g.asVoid(), g.done(on: q) { _ in kept.call() }).map(on: q) { code.object() }
      },
      guarantee("when, two") { g, q, code, kept in
        when(guarantees: g, g.map(on: q) { kept.pass($0) }).map(on: q) { $0.1 }
      },
      kit("when fulfilled, concurrently") { p, q, code, kept in
        when(fulfilled: items(kept) { p.map(on: q) { kept.pass($0) } }, concurrently: 2)
          .map(on: q) { $0[2] }
      },
      kit("when fulfilled, concurrently, and one fails") { p, q, code, kept in
        let items = items(kept) { p.map(on: q) { _ -> Foreign in throw code.error() } }
        return when(fulfilled: items, concurrently: 2).map(on: q) { $0[2] }
      },
      kit("when resolved, concurrently") { p, q, code, kept in
        let items = items(kept) { p.map(on: q) { kept.pass($0) } }
        let outcomes = when(resolved: items, concurrently: 1)
        return Promise(outcomes.map(on: q) { _ in code.object() })
      },
    ].flatMap { $0 }

    static let racing = [
      kit("race") { p, q, code, kept in
        race(Promise(code.never).map(on: q) { kept.pass($0) }, p)
      },
      kit("race(fulfilled:)") { p, q, code, kept in
        race(fulfilled: [p.map(on: q) { kept.pass($0) }, p, .init(error: code.error())])
      },
      kit("race(fulfilled:) of rejected promises") { p, q, code, kept in
        race(fulfilled: [p.map(on: q) { _ in throw code.error() }, .init(error: code.error())])
      },
      kit("race of guarantees") { p, q, code, kept in
        let never = Promise(code.never).recover(on: q) { _ in Guarantee.value(kept) }
        return Promise(race(never, recovered(p.map(on: q) { kept.pass($0) }, code)))
      },
    ].flatMap { $0 }

    /// A call on a promise of several values.
    private static func list(
      _ description: String,
      _ make:
        @escaping @Sendable (Promise<[Foreign]>, DispatchQueue?, ForeignCode, Foreign) -> Promise<
          [Foreign]
        >
    ) -> [ForeignUse] {
      kit(description) { p, q, code, kept in
        let list = p.map(on: nil) { [$0, code.object(), $0] }
        return make(list, q, code, kept).compactMap(on: q) { $0.last }
      }
    }

    private static func recovered(
      _ promise: Promise<Foreign>, _ code: ForeignCode
    ) -> Guarantee<Foreign> {
      promise.recover(on: nil) { _ in Guarantee.value(code.object()) }
    }

    private static func recovered(
      _ promise: Promise<[Foreign]>, _ code: ForeignCode
    ) -> Guarantee<[Foreign]> {
      promise.recover(on: nil) { _ in Guarantee.value([code.object()]) }
    }

    /// A user's iterator that makes three promises.
    private static func items(
      _ kept: Foreign, _ make: @escaping () -> Promise<Foreign>
    ) -> AnyIterator<Promise<Foreign>> {
      var left = 3
      return AnyIterator {
        kept.call()
        left -= 1
        return left < 0 ? nil : make()
      }
    }
  }

  /// A value that sorting can compare.
  private struct Ranked: Comparable {
    let object: Foreign

    static func == (_: Ranked, _: Ranked) -> Bool { true }
    static func < (_: Ranked, _: Ranked) -> Bool { false }
  }
#endif
