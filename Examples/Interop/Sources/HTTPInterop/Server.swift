// A server whose answers are promises.

import AsyncPromises
import NIOCore
import NIOHTTP1
import NIOPosix

/// Listens on a port of the loopback interface.
public struct Server: Sendable {
  /// Where clients reach it.
  public let address: SocketAddress
  private let listener: any Channel
  private let connections: Connections

  /// Starts a server; rejected when the port is taken.
  ///
  /// ## Cancellation
  /// A listener that is there too late is closed.
  ///
  /// - Parameters:
  ///   - group: serves the connections.
  ///   - port: where to listen; any that is free by default.
  ///   - respond: answers a request. What it returns is cancelled when the client goes away, as
  ///     far as nobody else is interested; a rejection is responded with status 500.
  /// - Returns: a promise of the server, as soon as it listens.
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

  /// Takes no more connections, and lets the answers under way go out.
  ///
  /// Stop a server before its group is shut down.
  ///
  /// ## Cancellation
  /// Only the wait ends: the server stops all the same.
  ///
  /// - Returns: fulfilled when nothing of the server needs its group any more.
  @discardableResult
  public func stop() -> Promise<Void> {
    listener.close(promise: nil)
    connections.stop()
    return connections.idle.map {}
  }

  /// Takes no more connections and closes those that are open, which cancels their answers.
  ///
  /// - Returns: fulfilled when nothing of the server needs its group any more.
  @discardableResult
  public func abort() -> Promise<Void> {
    connections.close()
    return stop()
  }
}
