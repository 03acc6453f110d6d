// The guides' bridges to other libraries, in a module whose default isolation is the main actor.

import AsyncPromises
import PromiseKit

/// The conformance must be usable on every thread, because rejections may come on any.
nonisolated func cancellation() -> any CancellableError {
  CancellationError()
}
