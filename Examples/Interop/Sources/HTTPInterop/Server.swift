// An HTTP server whose answers are promises.

import AsyncPromises
import NIOCore
import NIOHTTP1
import NIOPosix

/// Listens on a port of the loopback interface.
public struct Server: Sendable {
  /// The address for clients.
  public let address: SocketAddress
  private let listener: any Channel
  private let connections: Connections

  /// Starts a server. The promise is rejected if the port is in use.
  ///
  /// ## Cancellation
  /// If the server is already listening by then, its listener is closed.
  ///
  /// - Parameters:
  ///   - group: runs the connections.
  ///   - port: the port; by default, any free one.
  ///   - respond: answers a request. The returned promise is cancelled when the client disconnects,
  ///     unless it has other consumers. If it is rejected, the response has status 500.
  /// - Returns: a promise for the server, fulfilled once it listens.
  public static func start(
    on group: any EventLoopGroup, port: Int = 0,
    respond: @escaping @Sendable (Request) -> Promise<Response>
  ) -> Promise<Server> {
    let connections = Connections()
    return Promise { resolver in
      ServerBootstrap(group: group)
        .serverChannelOption(.backlog, value: 512)
        .childChannelInitializer { connection in
          connection.eventLoop.makeCompletedFuture {
            let pipeline = connection.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline()
            try pipeline.addHandlers(Responder.handlers(connections, respond))
            connections.add(connection)
          }
        }
        .bind(host: "127.0.0.1", port: port)
        .flatMapThrowing { listener in
          guard let address = listener.localAddress else { throw ChannelError.unknownLocalAddress }
          connections.begin(until: listener.closeFuture)
          let server = Server(address: address, listener: listener, connections: connections)
          if !resolver.fulfill(server) { listener.close(promise: nil) }
        }
        .whenFailure { resolver.reject($0) }
    }
  }

  /// Stops accepting connections, and sends the answers that are in progress.
  ///
  /// Stop a server before its group is shut down.
  ///
  /// ## Cancellation
  /// Only the wait ends: the server stops anyway.
  ///
  /// - Returns: a promise that is fulfilled when the server no longer needs its group.
  @discardableResult
  public func stop() -> Promise<Void> {
    listener.close(promise: nil)
    connections.stop()
    return connections.idle.map {}
  }

  /// Stops accepting connections, and closes open ones, which cancels their answers.
  ///
  /// - Returns: a promise that is fulfilled when the server no longer needs its group.
  @discardableResult
  public func abort() -> Promise<Void> {
    connections.close()
    return stop()
  }
}
