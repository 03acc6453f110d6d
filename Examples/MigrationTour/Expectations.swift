// Shared by the tests of this tour.

import AsyncPromises

/// The time limit for a test that hangs. Passing tests take less, however busy the machine is.
let patience: Duration = .seconds(500)

/// The kind of a report, without details.
enum Report: Equatable {
  case unhandledRejection, redundantSettle, brokenPromise, abandonedPromise, blockedWait
  case nestedPromise, busyWork, lateWork, unattendedWork

  init(_ event: PromiseDiagnostics.Event) {
    self =
      switch event {
      case .unhandledRejection: .unhandledRejection
      case .redundantSettle: .redundantSettle
      case .brokenPromise: .brokenPromise
      case .abandonedPromise: .abandonedPromise
      case .nestedPromise: .nestedPromise
      case .blockedWait: .blockedWait
      case .busyWork: .busyWork
      case .lateWork: .lateWork
      case .unattendedWork: .unattendedWork
      }
  }
}
