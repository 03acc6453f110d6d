// Which errors of AsyncHTTPClient mean a cancellation.

import AsyncHTTPClient
import AsyncPromises

extension HTTPClientError: @retroactive PossibleCancellation {
  /// Whether the client was shut down before the answer was complete: no reason to try again.
  public var isCancellation: Bool { self == .cancelled }
}
