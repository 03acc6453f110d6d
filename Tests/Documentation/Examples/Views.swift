// What the examples take for granted: what views observe.

#if canImport(AsyncPromisesSwiftUI)
  import AsyncPromisesSwiftUI

  @MainActor let page = PromiseState<Page>()
#endif
