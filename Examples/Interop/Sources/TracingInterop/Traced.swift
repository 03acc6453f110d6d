// A span for a promise.

import AsyncPromises
import Tracing

/// Starts a span, makes a promise in its context, and ends the span when the promise is settled.
///
/// What the promise is rejected with is recorded, unless it is a cancellation.
///
/// ## Cancellation
/// Cancelling the promise ends the span, and withdraws from what `body` returned.
///
/// - Parameters:
///   - name: the name of the operation.
///   - tracer: starts the span.
///   - body: makes the promise; called at once, with the span's context as the current one.
/// - Returns: a promise of the same outcome.
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
