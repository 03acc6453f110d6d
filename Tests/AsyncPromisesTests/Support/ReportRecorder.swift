// The library's reports, recorded by the only hook of the test process.

import AsyncPromises
import AsyncPromisesTracking
import Foundation
import TestSupport

/// The record of all reports. Tests that run in parallel share it, so each asks for its own topic.
final class ReportRecorder: @unchecked Sendable {
  typealias Event = PromiseDiagnostics.Event
  private typealias Entry = (kind: Kind, trace: String)

  enum Kind: Equatable {
    case secondSettle
    case broken
    case blockedWait
    case busyWork
    case lateWork
    case nested
    case abandoned
    case unattended
    case unhandled
  }

  /// The subject of the reports that a test expects: a unique promise name, or a line.
  struct Topic: Sendable {
    let name: String

    /// The traces reported so far.
    func traces(_ kind: Kind) -> [String] {
      ReportRecorder.shared.recorded.compactMap { entry in
        entry.kind == kind && entry.trace.contains(name) ? entry.trace : nil
      }
    }

    /// Calls `body` in the hook for every further report about the topic.
    func listen(_ body: @escaping @Sendable (Event) -> Void) {
      let name = name
      ReportRecorder.shared.listen { event in
        if ReportRecorder.entry(event).trace.contains(name) { body(event) }
      }
    }
  }

  /// A topic with a unique name. Reports are recorded from this call on.
  static func topic(_ name: String) -> Topic {
    Topic(name: "\(name) <\(shared.nextNumber())>")
  }

  /// The topic of everything created or called on a line of a file.
  static func topic(line: UInt, of fileID: StaticString = #fileID) -> Topic {
    _ = shared
    return Topic(name: "\(fileID):\(line)")
  }

  /// Returns when every rejection that can no longer be handled has been reported. Reports are
  /// delivered in order, so this provokes one more and waits for it.
  static func allDelivered() async {
    struct LastError: Error {
      let object: Tracked
    }
    _ = shared
    let (_, freed) = tracking { _ = Promise<Int>.rejected(LastError(object: $0)) }
    _ = await freed.result
  }

  private static let shared: ReportRecorder = {
    let reports = ReportRecorder()
    PromiseDiagnostics.install { reports.record($0) }
    return reports
  }()

  private let lock = NSLock()
  /// Without the errors, which may hold tracked objects.
  private var entries: [Entry] = []
  private var listeners: [@Sendable (Event) -> Void] = []
  private var topics = 0

  // Arrays are copied inside the lock: ThreadSanitizer doesn't see the reference counts that decide
  // whether an array may grow in place while another thread reads it.
  private var recorded: [Entry] { lock.withLock { entries.map { $0 } } }

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
      entries.append(ReportRecorder.entry(event))
      return listeners.map { $0 }
    }
    for listener in listening { listener(event) }
  }

  private static func entry(_ event: Event) -> Entry {
    switch event {
    case .unhandledRejection(_, let trace): (.unhandled, trace)
    case .redundantSettle(let trace, _): (.secondSettle, trace)
    case .brokenPromise(let trace): (.broken, trace)
    case .blockedWait(let trace): (.blockedWait, trace)
    case .busyWork(let trace): (.busyWork, trace)
    case .lateWork(_, let trace): (.lateWork, trace)
    case .nestedPromise(let trace): (.nested, trace)
    case .abandonedPromise(let trace): (.abandoned, trace)
    case .unattendedWork(let trace): (.unattended, trace)
    }
  }
}

/// How a trace names a promise: with the call that created it, if promises are tracked.
func calling(_ call: String, _ place: String) -> String {
  Tracking.isOn ? "\(call) \(place)" : place
}
