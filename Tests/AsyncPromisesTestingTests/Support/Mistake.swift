// Mistakes that are reported rather than thrown.

import AsyncPromises
import TestSupport

/// A mistake that is reported once, at a line of a file other than the test's.
enum Mistake: CaseIterable, Sendable {
  case unhandledRejection, secondSettle, brokenPromise, nestedPromise, lateConsumer, blockedWait

  /// The file that is named in reports.
  static let fileID: StaticString = "App/Model at work.swift"

  /// The line that is named in reports.
  var line: UInt {
    switch self {
    case .unhandledRejection: 2
    case .secondSettle: 3
    case .brokenPromise, .lateConsumer: 1
    case .blockedWait: 4
    case .nestedPromise: 5
    }
  }

  func make() {
    let file = Self.fileID
    switch self {
    case .unhandledRejection:
      let (promise, resolver) = Promise<Int>.pending(name: "mistake", fileID: file, line: 1)
      _ = promise.map(fileID: file, line: line) { $0 }
      resolver.reject(PromiseError.invalid)
    case .secondSettle:
      let resolver = Promise<Int>.pending(name: "mistake", fileID: file, line: 1).resolver
      resolver.fulfill(1, fileID: file, line: 2)
      resolver.fulfill(2, fileID: file, line: line)
    case .brokenPromise:
      // Releasing a resolver is a mistake only while its promise is in use.
      let promise = Self.forgotten(line)
      withExtendedLifetime(promise) {}
    case .nestedPromise:
      _ = Promise.fulfilled(1).map(fileID: file, line: line) { Promise.fulfilled($0) }
    case .lateConsumer:
      let (promise, resolver) = Promise<Int>.pending(name: "mistake", fileID: file, line: line)
      resolver.onCancel {}
      promise.map { $0 }.cancel()
      _ = promise.resultIfSettled
      withExtendedLifetime(resolver) {}
    case .blockedWait:
      let (promise, resolver) = Promise<Int>.pending()
      _ = try? promise.wait(timeout: .nanoseconds(1), fileID: file, line: line)
      resolver.fulfill(1)
    }
  }

  /// A promise whose resolver has been released.
  @inline(never)
  private static func forgotten(_ line: UInt) -> Promise<Int> {
    Promise<Int>.pending(name: "mistake", fileID: fileID, line: line).promise
  }

  func isTold(by event: PromiseDiagnostics.Event) -> Bool {
    switch (self, event) {
    case (.unhandledRejection, .unhandledRejection(let error, let trace)):
      error is PromiseError && trace.contains("mistake")
    case (.secondSettle, .redundantSettle(let trace, _)): trace.contains("mistake")
    case (.brokenPromise, .brokenPromise(let trace)): trace.contains("mistake")
    case (.lateConsumer, .abandonedPromise(let trace)): trace.contains("mistake")
    case (.nestedPromise, .nestedPromise(let trace)): trace == "map at \(Self.fileID):\(line)"
    case (.blockedWait, .blockedWait(let trace)): trace == "\(Self.fileID):\(line)"
    default: false
    }
  }
}
