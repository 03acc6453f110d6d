// What the tests of this tour expect with.

import AsyncPromises

/// Ends a test that hangs. One that passes does not wait that long, however busy the machine is.
let patience: Duration = .seconds(500)

/// What has been reported, without the details.
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
