// Functions passed by name, as in `makePromise = Promise.pending`.
//
// A function whose last parameters are the caller's file and line has a different type from the
// original in google/promises. Each such function without a queue parameter has an overload here
// that omits them. The overload is disfavored, so a call always picks the function with the line.
// `init(_:)` has no such overload: one more single-argument initializer would slow the compiler
// down noticeably in every chain that creates promises.

import AsyncPromises

extension Promise {
  /// Creates a pending promise.
  @_disfavoredOverload @_documentation(visibility: private)
  public convenience init() { self.init(fileID: passedByName, line: 0) }

  /// Returns a pending promise.
  @_disfavoredOverload @_documentation(visibility: private)
  public static func pending() -> Promise<Value> { Promise(fileID: passedByName, line: 0) }
}
