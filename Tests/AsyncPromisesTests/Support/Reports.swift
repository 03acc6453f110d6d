// What the library reports, recorded by the one hook of the test process.

import AsyncPromises
import Foundation

/// The record of all reports. Tests that run side by side share it, so each asks for its own topic.
final class Reports: @unchecked Sendable {
  typealias Event = PromiseDiagnostics.Event

  enum Kind: Equatable {
    case secondSettle
    case broken
    case blockedWait
  }

  /// Something that a test expects reports about: a name that no other promise has, or a line.
  struct Topic: Sendable {
    let name: String

    /// The traces of what was reported so far.
    func traces(_ kind: Kind) -> [String] {
      Reports.shared.recorded.compactMap { event in
        guard let entry = Reports.entry(event), entry.kind == kind else { return nil }
        return entry.trace.contains(name) ? entry.trace : nil
      }
    }

    /// Calls `body` in the hook with every further report about the topic.
    func listen(_ body: @escaping @Sendable (Event) -> Void) {
      let name = name
      Reports.shared.listen { event in
        if let entry = Reports.entry(event), entry.trace.contains(name) { body(event) }
      }
    }
  }

  /// A topic with a name that is given out once. From now on reports are recorded.
  static func topic(_ name: String) -> Topic {
    Topic(name: "\(name) <\(shared.nextNumber())>")
  }

  /// The topic of what is made or called at a line of a file.
  static func topic(line: UInt, of fileID: StaticString = #fileID) -> Topic {
    _ = shared
    return Topic(name: "\(fileID):\(line)")
  }

  private static let shared: Reports = {
    let reports = Reports()
    PromiseDiagnostics.install { reports.record($0) }
    return reports
  }()

  private let lock = NSLock()
  private var events: [Event] = []
  private var listeners: [@Sendable (Event) -> Void] = []
  private var topics = 0

  // Arrays are copied inside of the lock: ThreadSanitizer does not see the reference counts that
  // tell an array whether it may grow in place while somebody still reads it.
  private var recorded: [Event] { lock.withLock { events.map { $0 } } }

  private func nextNumber() -> Int {
    lock.withLock {
      topics += 1
      return topics
    }
  }

  private func listen(_ listener: @escaping @Sendable (Event) -> Void) {
    lock.withLock { listeners.append(listener) }
  }

  private func record(_ event: Event) {
    let listening = lock.withLock {
      events.append(event)
      return listeners.map { $0 }
    }
    for listener in listening { listener(event) }
  }

  private static func entry(_ event: Event) -> (kind: Kind, trace: String)? {
    if case .redundantSettle(let trace) = event { return (.secondSettle, trace) }
    if case .brokenPromise(let trace) = event { return (.broken, trace) }
    if case .blockedWait(let trace) = event { return (.blockedWait, trace) }
    return nil
  }
}
