// Calls that repeat or share work, and calls that take time.

#if DEBUG
  import AsyncPromises
  import AsyncPromisesSharing
  import AsyncPromisesTesting
  import TestSupport

  extension ForeignUse {
    static let working: [ForeignUse] = [
      ForeignUse("retry") { source, code in
        let capture = code.object("capture")
        return Promise.retry(maxAttempts: 2) { attempt in
          capture.call()
          if attempt == 1 { throw code.error() }
          return try await source.value
        }
      },
      ForeignUse("retry of promises") { source, code in
        let capture = code.object("capture")
        return Promise.retry(maxAttempts: 2) { attempt -> Promise<Foreign> in
          capture.call()
          return attempt == 1 ? .rejected(code.error()) : source.map { capture.pass($0) }
        }
      },
      ForeignUse("retry that decides") { source, code in
        let capture = code.object("capture")
        return Promise.retry(maxAttempts: 3) { error, attempt in
          capture.call()
          return attempt == 1 ? .retryAfter(.nanoseconds(1)) : .stop
        } _: { attempt in
          if attempt == 1 { throw code.error() }
          return try await source.value
        }
      },
      ForeignUse("retry with a clock") { source, code in
        let clock = ForeignClock(base: ManualClock(), code.object("clock"))
        let backoff = Backoff.constant(.seconds(1))
        return Promise.retry(maxAttempts: 2, backoff: backoff, clock: clock) { _ in
          _ = try await source.value
          throw code.error()
        }.timeout(after: .milliseconds(1))
      },
      ForeignUse("a flight") { source, code in
        let capture = code.object("capture")
        let flights = SingleFlight<Int, Foreign>()
        let first = flights.run(for: 1) {
          capture.call()
          return try await source.value
        }
        return Promise.any([first, flights.run(for: 1) { source }])
      },
      ForeignUse("a limiter, with a queue") { source, code in
        let capture = code.object("capture")
        let limiter = PromiseLimiter(limit: 1)
        let first = limiter.run {
          capture.call()
          return try await source.value
        }
        return Promise.any([first, limiter.run { source.map { capture.pass($0) } }])
      },
      ForeignUse("a cache with a user's keys") { source, code in
        let capture = code.object("capture")
        let cache = PromiseCache<ForeignKey, Foreign>()
        let key = ForeignKey(object: code.object("key"))
        let first = cache.value(for: key) {
          capture.call()
          return try await source.value
        }
        let second = cache.value(for: key) { source }
        return Promise.any([first, second]).finally { cache.remove(key) }
      },
      ForeignUse("a flight with a user's key") { source, code in
        let flights = SingleFlight<ForeignKey, Foreign>()
        return flights.run(for: ForeignKey(object: code.object("key"))) { source }
      },
      ForeignUse("flights that are invalidated") { source, code in
        let capture = code.object("capture")
        let flights = SingleFlight<ForeignKey, Foreign>()
        let key = ForeignKey(object: code.object("key"))
        @Sendable func run() -> Promise<Foreign> {
          flights.run(for: key) {
            capture.call()
            return try await source.value
          }
        }
        let first = run()
        flights.invalidate(key)
        let second = run()
        return Promise.all([first, second]).map { $0[1] }
      },
    ]

    static let timing: [ForeignUse] = [
      ForeignUse("delay") { source, code in source.delay(by: .nanoseconds(1)) },
      ForeignUse("delay for a time") { source, code in
        let capture = code.object("capture")
        return Promise.delay(for: .nanoseconds(1)).then {
          capture.call()
          return source
        }
      },
      ForeignUse("delay for a time of a manual clock") { source, code in
        let clock = ForeignClock(base: ManualClock(), code.object("clock"))
        let capture = code.object("capture")
        let end = Promise.delay(for: .seconds(1), clock: clock).map { capture.pass(code.object()) }
        return Promise.race([source, end], remaining: .cancel)
      },
      ForeignUse("delay by a manual clock") { source, code in
        let clock = ManualClock()
        let capture = code.object("capture")
        let delayed = source.delay(by: .seconds(1), clock: ForeignClock(base: clock, capture))
        return delayed.timeout(after: .milliseconds(1))
      },
      ForeignUse("timeout that expires") { source, code in
        let (never, resolver) = Promise<Foreign>.pending()
        let capture = code.object("capture")
        resolver.onCancel { capture.call() }
        code.keep(resolver)
        return source.then { _ in never }.timeout(after: .milliseconds(1))
      },
      ForeignUse("timeout that doesn't expire") { source, code in
        source.timeout(after: .seconds(3_600))
      },
      ForeignUse("timeout of a manual clock") { source, code in
        let clock = ForeignClock(base: ManualClock(), code.object("clock"))
        return source.timeout(after: .seconds(1), clock: clock)
      },
    ]
  }

  /// A key that holds a user's object.
  private struct ForeignKey: Hashable, Sendable {
    let object: Foreign

    // May run with a table locked.
    static func == (a: ForeignKey, b: ForeignKey) -> Bool { a.object === b.object }

    func hash(into hasher: inout Hasher) {
      object.call()
      hasher.combine(ObjectIdentifier(object))
    }
  }

  /// A clock that holds a user's object.
  private struct ForeignClock: Clock {
    let base: ManualClock
    let capture: Foreign

    init(base: ManualClock, _ capture: Foreign) { (self.base, self.capture) = (base, capture) }

    var now: ManualClock.Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
      capture.call()
      try await base.sleep(until: deadline, tolerance: tolerance)
    }
  }
#endif
