// Calls that work, take time, or stand between promises and other code.

#if DEBUG
  import AsyncPromises
  import AsyncPromisesTesting
  import TestSupport

  extension ForeignUse {
    static let working: [ForeignUse] = [
      ForeignUse("map of items") { source, code in
        let capture = code.object("capture")
        let items = [code.object("item"), code.object("item"), code.object("item")]
        return Promise.map(ForeignItems(items, code), concurrency: 2) { item in
          capture.call()
          return try await source.value
        }.map { $0[2] }
      },
      ForeignUse("map of items to promises") { source, code in
        let capture = code.object("capture")
        let items = [code.object("item"), code.object("item"), code.object("item")]
        return Promise.map(ForeignItems(items, code), concurrency: 1) { item in
          capture.call()
          return source.map { value in item.pass(value) }
        }.map { $0[2] }
      },
      ForeignUse("map of items with progress") { source, code in
        let capture = code.object("capture")
        return Promise.map(
          [code.object("item"), code.object("item")], progress: { _ in capture.call() },
          { _ in try await source.value }
        ).map { $0[0] }
      },
      ForeignUse("map of items that fails") { source, code in
        let items = [code.object("item"), code.object("item"), code.object("item")]
        return Promise.map(items, concurrency: 2) { _ async throws -> Foreign in
          _ = try await source.value
          throw code.error()
        }.map { $0[0] }
      },
      ForeignUse("map of an asynchronous sequence") { source, code in
        let items = AsyncItems(code: code, capture: code.object("sequence"))
        return Promise.map(items, concurrency: 1) { _ in try await source.value }.map { $0[0] }
      },
      ForeignUse("mapSettled") { source, code in
        Promise.mapSettled([code.object("item"), code.object("item")]) { _ in
          try await source.value
        }.map { try $0[0].get() }
      },
      ForeignUse("retry") { source, code in
        let capture = code.object("capture")
        return Promise.retry(maxAttempts: 2) { attempt in
          capture.call()
          if attempt == 1 { throw code.error() }
          return try await source.value
        }
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
    ]

    static let timing: [ForeignUse] = [
      ForeignUse("delay") { source, code in source.delay(by: .nanoseconds(1)) },
      ForeignUse("delay by a manual clock") { source, code in
        let clock = ManualClock()
        let capture = code.object("capture")
        let delayed = source.delay(by: .seconds(1), clock: ForeignClock(base: clock, capture))
        return delayed.timeout(after: .milliseconds(1))
      },
      ForeignUse("timeout that comes") { source, code in
        let (never, resolver) = Promise<Foreign>.pending()
        let capture = code.object("capture")
        resolver.onCancel { capture.call() }
        code.keep(resolver)
        return source.then { _ in never }.timeout(after: .milliseconds(1))
      },
      ForeignUse("timeout that does not come") { source, code in
        source.timeout(after: .seconds(3_600))
      },
    ]

    static let bridging: [ForeignUse] = [
      ForeignUse("an operation") { source, code in
        let capture = code.object("capture")
        return Promise { capture.pass(try await source.value) }
      },
      ForeignUse("an operation that returns a promise") { source, code in
        let capture = code.object("capture")
        return Promise { source.map { capture.pass($0) } }
      },
      ForeignUse("a callback") { source, code in
        let capture = code.object("capture")
        return Promise { resolver in
          resolver.onCancel { capture.call() }
          resolver.onCancel { @MainActor in capture.call() }
          source.whenSettled { resolver.resolve(with: $0) }
        }
      },
      ForeignUse("a callback that comes twice") { source, code in
        Promise { resolver in
          source.whenSettled {
            resolver.resolve(with: $0)
            resolver.fulfill(code.object())
            resolver.reject(code.error())
          }
        }
      },
      ForeignUse("a wrapped call") { source, code in
        let capture = code.object("capture")
        return Promise.wrap { (end: @escaping @Sendable (Foreign?, (any Error)?) -> Void) in
          source.whenSettled {
            capture.call()
            switch $0 {
            case .success(let value): end(value, nil)
            case .failure(let error): end(nil, error)
            }
          }
        }
      },
      ForeignUse("follow") { source, code in
        let (outer, resolver) = Promise<Foreign>.pending()
        let capture = code.object("capture")
        resolver.onCancel { capture.call() }
        let tail = outer.map { capture.pass($0) }
        resolver.follow(source)
        return tail
      },
      ForeignUse("a bag") { source, code in
        let bag = PromiseBag()
        let capture = code.object("capture")
        source.map { _ in capture.call() }.store(in: bag)
        return source.finally { withExtendedLifetime(bag) {} }
      },
    ]
  }

  /// Items that the user's iterator makes.
  private struct ForeignItems: Sequence, Sendable {
    let items: [Foreign]
    let code: ForeignCode
    let capture: Foreign

    init(_ items: [Foreign], _ code: ForeignCode) {
      (self.items, self.code) = (items, code)
      capture = code.object("sequence")
    }

    func makeIterator() -> AnyIterator<Foreign> {
      var rest = items.makeIterator()
      return AnyIterator {
        capture.call()
        return rest.next()
      }
    }
  }

  private struct AsyncItems: AsyncSequence, Sendable {
    let code: ForeignCode
    let capture: Foreign

    struct AsyncIterator: AsyncIteratorProtocol {
      let items: AsyncItems
      var left = 3

      mutating func next() async -> Foreign? {
        items.capture.call()
        left -= 1
        return left < 0 ? nil : items.code.object("item")
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(items: self) }
  }

  /// A clock that keeps something of the user's.
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
