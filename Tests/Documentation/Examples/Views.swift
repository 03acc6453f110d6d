// Declarations that the examples assume: state that views observe.

#if canImport(AsyncPromisesSwiftUI)
  import AsyncPromisesSwiftUI

  @MainActor let page = PromiseState<Page>()
#endif
