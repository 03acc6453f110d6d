// The part of a request that still uses PromiseKit's promises.

import AsyncPromises
import Dispatch
import PromiseKitCompat

/// Adds the mark of a PromiseKit handler on a queue.
func throughPromiseKit(_ marks: [String]) -> AsyncPromises.Promise<[String]> {
  PromiseKitCompat.Promise.value(marks).map(on: .global()) { $0 + [currentMark] }.asyncPromise
}
