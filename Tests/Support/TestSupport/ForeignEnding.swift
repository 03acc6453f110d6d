// The ways in which a promise of user values ends, and the consumers that wait for it.

#if DEBUG
  import AsyncPromises

  /// The consumers of the new promise, so that its list isn't empty when it settles.
  enum ForeignTail: CaseIterable, Sendable {
    case nothing
    case handlers
    case group
    case waiter

    fileprivate func attach(to promise: Promise<Foreign>, _ code: ForeignCode) -> Any {
      let capture = code.object("capture")
      switch self {
      case .nothing: return promise.ignoreErrors()
      case .handlers:
        promise.whenSettled { @MainActor _ in capture.call() }
        return promise.map { value in
          capture.call()
          return value
        }.tap { _ in capture.call() }
      case .group:
        let (other, resolver) = Promise<Foreign>.pending()
        code.keep(resolver)
        return Promise.race([promise, other])
      case .waiter:
        return Task {
          _ = await promise.result
          capture.call()
        }
      }
    }
  }

  /// How the promise ends.
  enum ForeignEnding: CaseIterable, Sendable {
    case fulfilled
    case rejected
    case fulfilledBefore
    case rejectedBefore
    case fulfilledTwice
    case cancelled
    case sourceCancelled
    case timedOut
    case waiterCancelled
    case abandoned
    case resolverDropped
    case handlesDropped
    case bagDropped

    func play(_ use: ForeignUse, _ tail: ForeignTail, _ code: ForeignCode) async throws {
      switch self {
      case .fulfilledBefore:
        await end(use.make(.fulfilled(code.object()), code), tail, code)
      case .rejectedBefore:
        await end(use.make(.rejected(code.error()), code), tail, code)
      case .timedOut:
        await pend(use, tail, code) { promise, source, resolver in
          _ = await promise.timeout(after: .milliseconds(1)).result
          source.cancel()
        }
      case .waiterCancelled:
        await pend(use, tail, code) { promise, source, resolver in
          await cancelWait { _ = try await promise.value }
          await cancelWait { _ = try await promise.get() }
          source.cancel()
        }
      case .abandoned:
        await pend(use, tail, code) { promise, source, resolver in
          promise.map { $0 }.cancel()
          // A consumer that is added too late.
          let capture = code.object("capture")
          let late = promise.tap { _ in capture.call() }
          _ = await late.timeout(after: .milliseconds(1)).result
          source.cancel()
        }
      case .handlesDropped:
        dropHandles(use, tail, code)
      case .bagDropped:
        await pend(use, tail, code) { promise, source, resolver in
          let bag = PromiseBag()
          promise.store(in: bag)
          source.store(in: bag)
        }
      case .fulfilled, .rejected, .fulfilledTwice, .cancelled, .sourceCancelled, .resolverDropped:
        await pend(use, tail, code) { promise, source, resolver in
          settle(promise, source, resolver, code)
        }
      }
    }

    private func settle(
      _ promise: Promise<Foreign>, _ source: Promise<Foreign>, _ resolver: ForeignResolver,
      _ code: ForeignCode
    ) {
      switch self {
      case .fulfilled: resolver.fulfill(code.object())
      case .rejected: resolver.reject(code.error())
      case .fulfilledTwice:
        resolver.fulfill(code.object())
        resolver.fulfill(code.object())
        resolver.reject(code.error())
      case .cancelled: promise.cancel()
      case .sourceCancelled: source.cancel()
      case .resolverDropped: resolver.drop()
      default: break
      }
    }

    /// Makes the promise from a pending one, calls `body` to end it, then cancels it.
    private func pend(
      _ use: ForeignUse, _ tail: ForeignTail, _ code: ForeignCode,
      _ body: (Promise<Foreign>, Promise<Foreign>, ForeignResolver) async -> Void
    ) async {
      let (source, resolver) = ForeignResolver.pending()
      let capture = code.object("capture")
      resolver.onCancel { capture.call() }
      let promise = use.make(source, code)
      let kept = tail.attach(to: promise, code)
      await body(promise, source, resolver)
      withExtendedLifetime(kept) {}
      promise.cancel()
    }

    private func end(
      _ promise: Promise<Foreign>, _ tail: ForeignTail, _ code: ForeignCode
    ) async {
      let kept = tail.attach(to: promise, code)
      _ = await promise.timeout(after: .milliseconds(5)).result
      withExtendedLifetime(kept) {}
      promise.cancel()
    }

    /// Drops all handles, and then settles the source, which frees the promises.
    private func dropHandles(_ use: ForeignUse, _ tail: ForeignTail, _ code: ForeignCode) {
      let resolver = {
        let (source, resolver) = Promise<Foreign>.pending()
        let capture = code.object("capture")
        resolver.onCancel { capture.call() }
        _ = tail.attach(to: use.make(source, code), code)
        return resolver
      }()
      resolver.fulfill(code.object())
    }
  }

  /// The only copy of a resolver, so that a test can drop it: in a debug build, a variable keeps
  /// its value until its scope ends.
  private final class ForeignResolver: Sendable {
    private let resolver: Locked<Resolver<Foreign>?>

    private init(_ resolver: Resolver<Foreign>) { self.resolver = Locked(resolver) }

    static func pending() -> (Promise<Foreign>, ForeignResolver) {
      let (promise, resolver) = Promise<Foreign>.pending()
      return (promise, ForeignResolver(resolver))
    }

    private var current: Resolver<Foreign>? { resolver.withLock { $0 } }

    func fulfill(_ value: Foreign) { current?.fulfill(value) }
    func reject(_ error: any Error) { current?.reject(error) }

    func onCancel(_ body: @escaping @Sendable () -> Void) {
      current?.onCancel(body)
      current?.onCancel { @MainActor in body() }
    }

    func drop() {
      let last = resolver.withLock { $0.take() }
      withExtendedLifetime(last) {}
    }
  }
#endif
