// A view modifier that loads a promise while the view is visible.

#if canImport(SwiftUI)
  import AsyncPromises
  import SwiftUI

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension View {
    /// Loads a promise into `state` before the view appears, and again whenever `id` changes.
    ///
    /// ## Cancellation
    /// When the view disappears, or `id` changes, the state withdraws from the promise, and work
    /// that nothing else waits for is cancelled.
    ///
    /// ## Example
    /// ```swift apple
    /// Text(page.value?.title ?? "…").task(id: url, loading: page) { load(url) }
    /// ```
    ///
    /// - Parameters:
    ///   - id: a value; whenever it changes, the promise is loaded again.
    ///   - state: the state that observes the promise.
    ///   - makePromise: starts the work and returns its promise.
    /// - Returns: the view.
    public func task<Value: Sendable>(
      id: some Equatable, loading state: PromiseState<Value>,
      _ makePromise: @escaping @MainActor @Sendable () -> Promise<Value>
    ) -> some View {
      task(id: id) { await state.loading(makePromise()) }
    }

    /// Loads a promise into `state` before the view appears.
    ///
    /// ## Cancellation
    /// When the view disappears, the state withdraws from the promise, and work that nothing else
    /// waits for is cancelled.
    ///
    /// ## Example
    /// ```swift apple
    /// Text(news.value?.first?.title ?? "…").task(loading: news) { loadNews() }
    /// ```
    ///
    /// - Parameters:
    ///   - state: the state that observes the promise.
    ///   - makePromise: starts the work and returns its promise.
    /// - Returns: the view.
    public func task<Value: Sendable>(
      loading state: PromiseState<Value>,
      _ makePromise: @escaping @MainActor @Sendable () -> Promise<Value>
    ) -> some View {
      task { await state.loading(makePromise()) }
    }
  }
#endif
