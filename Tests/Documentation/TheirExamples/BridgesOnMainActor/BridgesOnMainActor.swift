// The bridges to other libraries, as the guides show them, in a module whose code is isolated to
// the main actor by default.

import AsyncPromises
import PromiseKit

/// The conformance holds on every thread, because rejections come on any.
nonisolated func cancellation() -> any CancellableError {
  CancellationError()
}
