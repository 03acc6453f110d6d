// What a server has under way: its listener, connections and answers.

import AsyncPromises
import NIOCore
import Synchronization

final class Connections: Sendable {
  private struct State {
    var open: [ObjectIdentifier: any Channel] = [:]
    var underWay = 0
    var isStopping = false
    /// Gone when nothing is under way any more.
    var idle: Resolver<Void>?
  }

  /// Fulfilled when nothing is under way any more. Only then may the event loops go away: an answer
  /// outlives its connection by the way back to its loop.
  let idle: Promise<Void>
  private let state: Mutex<State>

  init() {
    let (idle, resolver) = Promise<Void>.pending(name: "idle server")
    self.idle = idle
    state = Mutex(State(idle: resolver))
    // A consumer that stays: those who stop waiting don't cancel it.
    idle.whenSettled { _ in }
  }

  /// Remembers a connection until it is closed. One that comes too late is sent away.
  func add(_ connection: any Channel) {
    let id = ObjectIdentifier(connection)
    let isTooLate = state.withLock { state in
      state.open[id] = connection
      return state.isStopping
    }
    begin(until: connection.closeFuture.always { _ in self.forget(id) })
    if isTooLate { quiesce(connection) }
  }

  /// Something is under way until `end` completes.
  func begin<Value>(until end: EventLoopFuture<Value>) {
    state.withLock { $0.underWay += 1 }
    end.whenComplete { _ in
      let resolver = self.state.withLock { state in
        state.underWay -= 1
        return state.underWay == 0 ? state.idle.take() : nil
      }
      resolver?.fulfill()
    }
  }

  /// Lets every connection end with the answer that it is busy with.
  func stop() {
    let open = state.withLock { state in
      defer { state.isStopping = true }
      return state.isStopping ? [] : Array(state.open.values)
    }
    open.forEach(quiesce)
  }

  /// Closes every connection.
  func close() {
    for connection in state.withLock({ Array($0.open.values) }) { connection.close(promise: nil) }
  }

  /// Of a server that never listened.
  deinit {
    state.withLock { $0.idle.take() }?.fulfill()
  }

  private func forget(_ id: ObjectIdentifier) {
    state.withLock { $0.open[id] = nil }
  }

  private func quiesce(_ connection: any Channel) {
    connection.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
  }
}
