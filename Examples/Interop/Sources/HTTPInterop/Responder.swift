// The last handler of a server's pipeline: turns a promise into a response.

import AsyncPromises
import NIOCore
import NIOHTTP1
import NIOInterop

/// Answers a connection's request, and closes the connection.
final class Responder: ChannelInboundHandler {
  typealias InboundIn = NIOHTTPServerRequestFull
  typealias OutboundOut = HTTPServerResponsePart

  private let connections: Connections
  private let respond: @Sendable (Request) -> Promise<Response>
  /// The current answer.
  private var answer: Promise<Response>?

  private init(
    _ connections: Connections, _ respond: @escaping @Sendable (Request) -> Promise<Response>
  ) {
    (self.connections, self.respond) = (connections, respond)
  }

  /// The handlers after the HTTP codec of a connection.
  static func handlers(
    _ connections: Connections, _ respond: @escaping @Sendable (Request) -> Promise<Response>
  ) -> [any ChannelHandler] {
    [
      NIOHTTPServerRequestAggregator(maxContentLength: longestBody),
      Responder(connections, respond),
    ]
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // This connection's own promise: cancelling it withdraws from an answer that others share.
    let answer = respond(Request(Self.unwrapInboundIn(data))).recover { _ in
      Response(status: .internalServerError)
    }
    self.answer = answer
    let delivery = answer.future(on: context.eventLoop)
    connections.begin(until: delivery)
    delivery.assumeIsolated().whenSuccess { response in
      self.write(response, context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    answer?.cancel()
    context.fireChannelInactive()
  }

  private func write(_ response: Response, _ context: ChannelHandlerContext) {
    guard context.channel.isActive else { return }
    let body = context.channel.allocator.buffer(string: response.body)
    context.write(Self.wrapOutboundOut(.head(response.head)), promise: nil)
    context.write(Self.wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
      context.close(promise: nil)
    }
  }
}
