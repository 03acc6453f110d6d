// Work of unknown length, such as a dialog. The test or program decides when it ends.

import AsyncPromises
import Synchronization

/// Pretends to work, and records events.
final class PretendWork: Sendable {
  struct Refused: Error, CustomStringConvertible {
    var description: String { "refused" }
  }

  enum Event: String {
    case begins, ends, fails
    case isTakenBack = "is withdrawn"
  }

  private struct State {
    var transcript: [String] = []
    var running: [String: Resolver<String>] = [:]
    var mostAtATime = 0
    var moments: [String: (promise: Promise<Void>, resolver: Resolver<Void>)] = [:]

    /// The promise for a line of the transcript.
    mutating func moment(of line: String) -> (promise: Promise<Void>, resolver: Resolver<Void>) {
      let moment = moments[line] ?? Promise<Void>.pending()
      moments[line] = moment
      return moment
    }
  }

  private let state = Mutex(State())

  /// The events so far, in order.
  var transcript: [String] { state.withLock(\.transcript) }

  /// The maximum number of pieces of work that ran at the same time.
  var mostAtATime: Int { state.withLock(\.mostAtATime) }

  /// Starts a piece of work, which ends on request. Each name can be used once.
  ///
  /// ## Cancellation
  /// Withdraws the work.
  func begin(_ name: String) -> Promise<String> {
    Promise { work in
      work.onCancel { self.note(name, .isTakenBack) }
      note(name, .begins, work)
    }
  }

  /// Ends the work once it has started.
  func end(_ name: String, with result: String = "done") async throws {
    try await wait(for: name, .begins)
    note(name, .ends)?.fulfill(result)
  }

  /// Makes the work fail once it has started.
  func refuse(_ name: String) async throws {
    try await wait(for: name, .begins)
    note(name, .fails)?.reject(Refused())
  }

  /// Waits for the event.
  func wait(for name: String, _ event: Event) async throws {
    let moment = state.withLock { $0.moment(of: "\(name) \(event.rawValue)").promise }
    try await moment.value
  }

  /// Records an event.
  ///
  /// - Parameter work: the work that starts; `nil` if the work ends.
  /// - Returns: the work that was running.
  @discardableResult
  private func note(
    _ name: String, _ event: Event, _ work: Resolver<String>? = nil
  ) -> Resolver<String>? {
    let line = "\(name) \(event.rawValue)"
    let (before, moment) = state.withLock { state in
      let before = state.running[name]
      state.running[name] = work
      state.mostAtATime = max(state.mostAtATime, state.running.count)
      state.transcript.append(line)
      return (before, state.moment(of: line).resolver)
    }
    moment.fulfill()
    return before
  }
}
