// Tracks a server's active listener, connections and answers.

import AsyncPromises
import NIOConcurrencyHelpers
import NIOCore

final class Connections: Sendable {
  private struct State {
    var open: [ObjectIdentifier: any Channel] = [:]
    var underWay = 0
    var isStopping = false
    /// `nil` once nothing is active anymore.
    var idle: Resolver<Void>?
  }

  /// Fulfilled when nothing is active anymore. The event loops must run until it is fulfilled:
  /// after a connection closes, its answer must still return to the loop.
  let idle: Promise<Void>
  private let state: NIOLockedValueBox<State>

  init() {
    let (idle, resolver) = Promise<Void>.pending(name: "idle server")
    self.idle = idle
    state = NIOLockedValueBox(State(idle: resolver))
    // A permanent consumer, so that waiters that leave don't cancel the promise.
    idle.whenSettled { _ in }
  }

  /// Tracks a connection until it is closed. Rejects connections after the server has stopped.
  func add(_ connection: any Channel) {
    let id = ObjectIdentifier(connection)
    let isTooLate = state.withLockedValue { state in
      state.open[id] = connection
      return state.isStopping
    }
    begin(until: connection.closeFuture.always { _ in self.forget(id) })
    if isTooLate { quiesce(connection) }
  }

  /// Keeps the server active until `end` completes.
  func begin<Value>(until end: EventLoopFuture<Value>) {
    state.withLockedValue { $0.underWay += 1 }
    end.whenComplete { _ in
      let resolver = self.state.withLockedValue { state in
        state.underWay -= 1
        return state.underWay == 0 ? state.idle.take() : nil
      }
      resolver?.fulfill()
    }
  }

  /// Lets each connection send its current answer and then close.
  func stop() {
    let open = state.withLockedValue { state in
      defer { state.isStopping = true }
      return state.isStopping ? [] : Array(state.open.values)
    }
    open.forEach(quiesce)
  }

  /// Closes every connection.
  func close() {
    let open = state.withLockedValue { Array($0.open.values) }
    for connection in open { connection.close(promise: nil) }
  }

  /// Needed for a server that never listened.
  deinit {
    state.withLockedValue { $0.idle.take() }?.fulfill()
  }

  private func forget(_ id: ObjectIdentifier) {
    state.withLockedValue { $0.open[id] = nil }
  }

  private func quiesce(_ connection: any Channel) {
    connection.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
  }
}
