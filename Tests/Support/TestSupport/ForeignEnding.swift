// The ways in which a promise of the user's values ends, and what waits for it.

#if DEBUG
  import AsyncPromises

  /// What waits for the promise that is made, so that its list is not empty when it settles.
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

  /// How it ends.
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
          let task = Task { try await promise.get() }
          task.cancel()
          _ = await task.result
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
      _ promise: Promise<Foreign>, _ source: Promise<Foreign>, _ resolver: Resolver<Foreign>,
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
      default: break
      }
    }

    /// Makes the promise of a pending one, and ends that.
    private func pend(
      _ use: ForeignUse, _ tail: ForeignTail, _ code: ForeignCode,
      _ body: (Promise<Foreign>, Promise<Foreign>, Resolver<Foreign>) async -> Void
    ) async {
      let (source, resolver) = Promise<Foreign>.pending()
      let capture = code.object("capture")
      resolver.onCancel { capture.call() }
      resolver.onCancel { @MainActor in capture.call() }
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

    /// Nobody keeps a promise: what settles frees all of them.
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
#endif
