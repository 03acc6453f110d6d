// Creates a span for a promise.

import AsyncPromises
import Tracing

/// Starts a span, creates a promise in its context, and ends the span when the promise settles.
///
/// A rejection is recorded, unless it is a cancellation.
///
/// ## Cancellation
/// Cancelling the promise ends the span, and withdraws from the promise that `body` creates.
///
/// - Parameters:
///   - name: the name of the operation.
///   - kind: the side of a request that the span represents, if any.
///   - attributes: the attributes of the span.
///   - tracer: starts the span.
///   - body: creates the promise. It is called immediately, in the span's context.
/// - Returns: a promise with the same outcome.
public func traced<Value: Sendable>(
  _ name: String, ofKind kind: SpanKind = .internal, _ attributes: SpanAttributes = [:],
  by tracer: any Tracer = InstrumentationSystem.tracer, _ body: () -> Promise<Value>
) -> Promise<Value> {
  let span = tracer.startSpan(name, ofKind: kind)
  span.attributes = attributes
  return ServiceContext.withValue(span.context, operation: body)
    .tap { outcome in
      guard case .failure(let error) = outcome, !(error is CancellationError) else { return }
      span.recordError(error)
    }
    .finally { span.end() }
}
