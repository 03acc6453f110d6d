// A view that loads a promise while it is there.

#if canImport(SwiftUI)
  import AsyncPromises
  import SwiftUI

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  extension View {
    /// Loads a promise into `state` before the view appears, and again whenever `id` changes.
    ///
    /// ## Cancellation
    /// When the view disappears, or `id` changes, the state leaves the promise: work that nobody
    /// else waits for is cancelled.
    ///
    /// ## Example
    /// ```swift apple
    /// Text(page.value?.title ?? "…").task(id: url, loading: page) { load(url) }
    /// ```
    ///
    /// - Parameters:
    ///   - id: the value whose change reloads the promise.
    ///   - state: observes the promise.
    ///   - makePromise: starts the work.
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
    /// When the view disappears, the state leaves the promise: work that nobody else waits for is
    /// cancelled.
    ///
    /// ## Example
    /// ```swift apple
    /// Text(news.value?.first?.title ?? "…").task(loading: news) { loadNews() }
    /// ```
    ///
    /// - Parameters:
    ///   - state: observes the promise.
    ///   - makePromise: starts the work.
    /// - Returns: the view.
    public func task<Value: Sendable>(
      loading state: PromiseState<Value>,
      _ makePromise: @escaping @MainActor @Sendable () -> Promise<Value>
    ) -> some View {
      task { await state.loading(makePromise()) }
    }
  }
#endif
