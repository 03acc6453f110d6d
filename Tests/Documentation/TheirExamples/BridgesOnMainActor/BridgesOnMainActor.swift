// The guides' bridges to other libraries, in a module whose default isolation is the main actor.

import AsyncPromises
import PromiseKit

/// The conformance must be usable on every thread, because a rejection may occur on any of them.
nonisolated func cancellation() -> any CancellableError {
  CancellationError()
}
