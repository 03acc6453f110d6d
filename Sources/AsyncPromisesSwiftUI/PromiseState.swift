// The state of a promise that a view shows: idle, loading, its value, or its failure.

#if canImport(Observation)
  import AsyncPromises
  import Observation

  /// The state of a promise, for views to observe.
  ///
  /// A view reads ``phase``, ``value`` and ``error``; a model or a button calls ``load(_:)``. Only
  /// the latest load counts: a new one makes the state withdraw from the previous promise, whose
  /// outcome is then ignored. When released, the state withdraws from its promise.
  ///
  /// ## Example
  /// ```swift
  /// let page = PromiseState<Page>()
  /// page.load(load(url))
  /// label.text = page.value?.title ?? (page.isLoading ? "loading" : "nothing yet")
  /// ```
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor @Observable
  public final class PromiseState<Value: Sendable> {
    /// The phase of a load.
    public enum Phase {
      /// Nothing has been loaded, or the load was cancelled.
      case idle
      /// The promise is pending.
      case loading
      /// The promise is fulfilled.
      case success(Value)
      /// The promise is rejected.
      case failure(any Error)
    }

    /// The phase of the latest load.
    public private(set) var phase = Phase.idle

    /// The value of the latest successful load, kept while the next one is loading.
    public private(set) var value: Value?

    /// Its contents withdraw from the promise when the bag is released, by the next load or with
    /// the state.
    @ObservationIgnored private var bag = PromiseBag()
    @ObservationIgnored private var loads = 0

    /// Creates a state with nothing to show.
    public nonisolated init() {}

    /// Whether a promise is pending.
    public var isLoading: Bool {
      if case .loading = phase { true } else { false }
    }

    /// The error of the latest load, if it failed.
    public var error: (any Error)? {
      if case .failure(let error) = phase { error } else { nil }
    }

    /// Starts observing `promise`.
    ///
    /// If the promise is already settled, its outcome is shown at once, without passing through
    /// `loading`.
    ///
    /// ## Cancellation
    /// The state is a consumer of the promise until the next load, ``cancel()``, or its release. It
    /// then withdraws, which cancels the work if it has no other consumers. If other code cancels
    /// the promise, the phase becomes a failure with `CancellationError`.
    ///
    /// ## Example
    /// ```swift
    /// page.load(load(url).timeout(after: .seconds(5)))
    /// ```
    ///
    /// - Parameter promise: the promise to observe.
    public func load(_ promise: Promise<Value>) {
      loads += 1
      bag = PromiseBag()
      if let result = promise.resultIfSettled { return show(result) }
      phase = .loading
      promise.tap { [weak self, loads] result in self?.show(result, of: loads) }
        .ignoreErrors().store(in: bag)
    }

    /// Observes `promise` and waits until it is settled or the task is cancelled.
    ///
    /// Use it in `View.task`, which cancels its task when the view disappears.
    ///
    /// ## Cancellation
    /// When the task is cancelled, the state withdraws from the promise and becomes `idle`.
    ///
    /// ## Example
    /// ```swift
    /// await page.loading(load(url))
    /// ```
    ///
    /// - Parameter promise: the promise to observe.
    public func loading(_ promise: Promise<Value>) async {
      load(promise)
      let load = loads
      _ = try? await promise.tap { _ in }.get()
      if Task.isCancelled, load == loads { cancel() }
    }

    /// Withdraws from the promise and, if it is still loading, becomes `idle`. A value that was
    /// loaded before stays in ``value``.
    ///
    /// ## Cancellation
    /// Work that nothing else waits for is cancelled.
    ///
    /// ## Example
    /// ```swift
    /// page.cancel()
    /// ```
    public func cancel() {
      loads += 1
      bag = PromiseBag()
      if isLoading { phase = .idle }
    }

    private func show(_ result: Result<Value, any Error>, of load: Int) {
      // An outcome that arrives after the next load is ignored.
      if load == loads { show(result) }
    }

    private func show(_ result: Result<Value, any Error>) {
      switch result {
      case .success(let value):
        self.value = value
        phase = .success(value)
      case .failure(let error):
        phase = .failure(error)
      }
    }
  }
#endif
