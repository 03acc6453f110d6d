// Functions that are passed by their names: `makePromise = Promise.pending`.
//
// A function whose last parameters are the line of its call has another type than it had in
// google/promises. Each that takes no queue has a twin without them here. A call never means the
// twin, which is disfavored: it has a line. `init(_:)` has none: one more initializer with a single
// argument is felt by the compiler in every chain that makes promises.

import AsyncPromises

extension Promise {
  /// Creates a pending promise.
  @_disfavoredOverload @_documentation(visibility: private)
  public convenience init() { self.init(fileID: passedByName, line: 0) }

  /// Returns a pending promise.
  @_disfavoredOverload @_documentation(visibility: private)
  public static func pending() -> Promise<Value> { Promise(fileID: passedByName, line: 0) }
}
