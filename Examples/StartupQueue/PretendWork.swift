// Work of unknown length: it begins when asked and ends when told, as a dialog does.

import AsyncPromises
import Synchronization

/// Pretends to work, and writes down what happens.
final class PretendWork: Sendable {
  struct Refused: Error, CustomStringConvertible {
    var description: String { "refused" }
  }

  enum Event: String {
    case begins, ends, fails
    case isTakenBack = "is taken back"
  }

  private struct State {
    var transcript: [String] = []
    var running: [String: Resolver<String>] = [:]
    var mostAtATime = 0
    var moments: [String: (promise: Promise<Void>, resolver: Resolver<Void>)] = [:]

    /// The time of a line of the transcript.
    mutating func moment(of line: String) -> (promise: Promise<Void>, resolver: Resolver<Void>) {
      let moment = moments[line] ?? Promise<Void>.pending()
      moments[line] = moment
      return moment
    }
  }

  private let state = Mutex(State())

  /// What has happened, in order.
  var transcript: [String] { state.withLock(\.transcript) }

  /// How many pieces of work were under way at the same time, at most.
  var mostAtATime: Int { state.withLock(\.mostAtATime) }

  /// Begins a piece of work; settled when it is told to end. Each name serves once.
  ///
  /// ## Cancellation
  /// Takes the work back.
  func begin(_ name: String) -> Promise<String> {
    Promise { work in
      work.onCancel { self.note(name, .isTakenBack) }
      note(name, .begins, work)
    }
  }

  /// Ends the work, as soon as it has begun.
  func end(_ name: String, with result: String = "done") async throws {
    try await wait(for: name, .begins)
    note(name, .ends)?.fulfill(result)
  }

  /// Lets the work fail, as soon as it has begun.
  func refuse(_ name: String) async throws {
    try await wait(for: name, .begins)
    note(name, .fails)?.reject(Refused())
  }

  /// Returns when that has happened.
  func wait(for name: String, _ event: Event) async throws {
    let moment = state.withLock { $0.moment(of: "\(name) \(event.rawValue)").promise }
    try await moment.value
  }

  /// Writes down an event.
  ///
  /// - Parameter work: what runs from now on; without it, the work is over.
  /// - Returns: the work that is over.
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
