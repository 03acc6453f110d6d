// Requests as spans, on both sides; the context travels in the request's headers.

import AsyncPromises
import HTTPInterop
import Instrumentation
import NIOHTTP1
import Tracing
import TracingInterop

extension Client {
  /// Sends the request in a span, with the span's context in the request's headers.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - server: the name of the server, for the span.
  ///   - tracer: starts the span.
  /// - Returns: a promise for the response, regardless of its status.
  public func send(
    _ request: Request, to server: String, by tracer: any Tracer
  ) -> Promise<Response> {
    traced(request.path, ofKind: .client, ["server": .string(server)], by: tracer) {
      var request = request
      tracer.inject(.current ?? .topLevel, into: &request.headers, using: HeaderFields())
      return send(request)
    }
  }
}

/// Answers each request in a span, within the context that the request's headers carry.
public func traced(
  by tracer: any Tracer, _ respond: @escaping @Sendable (Request) -> Promise<Response>
) -> @Sendable (Request) -> Promise<Response> {
  { request in
    var context = ServiceContext.topLevel
    tracer.extract(request.headers, into: &context, using: HeaderFields())
    return ServiceContext.withValue(context) {
      traced(request.path, ofKind: .server, by: tracer) { respond(request) }
    }
  }
}

private struct HeaderFields: Injector, Extractor {
  func inject(_ value: String, forKey key: String, into headers: inout HTTPHeaders) {
    headers.replaceOrAdd(name: key, value: value)
  }

  func extract(key: String, from headers: HTTPHeaders) -> String? {
    headers.first(name: key)
  }
}
