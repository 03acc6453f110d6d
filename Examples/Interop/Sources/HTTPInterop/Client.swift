// An HTTP client whose requests are promises. Each request has its own connection.

import AsyncPromises
import NIOCore
import NIOHTTP1
import NIOPosix

// NIO also has a `Resolver`, for host names.
import struct AsyncPromises.Resolver

/// Sends requests to a server.
public struct Client: Sendable {
  private let group: any EventLoopGroup
  private let address: SocketAddress

  /// Creates a client for the server at `address`. `group` runs its connections.
  public init(to address: SocketAddress, on group: any EventLoopGroup) {
    (self.address, self.group) = (address, group)
  }

  /// Connects, sends the request, and waits for the response.
  ///
  /// If the connection fails, the promise is rejected with its error or ``ConnectionClosed``.
  ///
  /// ## Cancellation
  /// Closes the connection immediately, even if it isn't established yet.
  ///
  /// - Parameter request: the request.
  /// - Returns: a promise for the response, regardless of its status.
  public func send(_ request: Request) -> Promise<Response> {
    Promise { resolver in
      ClientBootstrap(group: group)
        .channelInitializer { channel in
          resolver.onCancel { channel.close(promise: nil) }
          return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHTTPClientHandlers()
            try pipeline.addHandlers(
              NIOHTTPClientResponseAggregator(maxContentLength: longestBody),
              Exchange(request, resolver))
          }
        }
        .connect(to: address)
        .whenFailure { resolver.reject($0) }
    }
  }
}

/// Sends the connection's request, and settles the promise with the response.
private final class Exchange: ChannelInboundHandler {
  typealias InboundIn = NIOHTTPClientResponseFull
  typealias OutboundOut = HTTPClientRequestPart

  private let request: Request
  /// `nil` once the promise has settled.
  private var resolver: Resolver<Response>?

  init(_ request: Request, _ resolver: Resolver<Response>) {
    (self.request, self.resolver) = (request, resolver)
  }

  func channelActive(context: ChannelHandlerContext) {
    let body = context.channel.allocator.buffer(string: request.body)
    context.write(Self.wrapOutboundOut(.head(request.head)), promise: nil)
    context.write(Self.wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    settle(.success(Response(Self.unwrapInboundIn(data))), context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    settle(.failure(error), context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    settle(.failure(ConnectionClosed()), context)
  }

  private func settle(_ result: Result<Response, any Error>, _ context: ChannelHandlerContext) {
    resolver.take()?.resolve(with: result)
    context.close(promise: nil)
  }
}
