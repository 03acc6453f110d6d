// Creates a span for a promise.

import AsyncPromises
import Tracing

/// Starts a span, creates a promise in its context, and ends the span when the promise settles.
///
/// A rejection is recorded, unless it is a cancellation.
///
/// ## Cancellation
/// Cancelling the promise ends the span, and withdraws from the promise of `body`.
///
/// - Parameters:
///   - name: the name of the operation.
///   - tracer: starts the span.
///   - body: creates the promise. It is called at once, in the span's context.
/// - Returns: a promise with the same outcome.
public func traced<Value: Sendable>(
  _ name: String, by tracer: any Tracer = InstrumentationSystem.tracer,
  _ body: () -> Promise<Value>
) -> Promise<Value> {
  let span = tracer.startSpan(name)
  return ServiceContext.withValue(span.context, operation: body)
    .tap { outcome in
      guard case .failure(let error) = outcome, !(error is CancellationError) else { return }
      span.recordError(error)
    }
    .finally { span.end() }
}
