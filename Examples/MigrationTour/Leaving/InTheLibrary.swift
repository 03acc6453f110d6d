// Chains of an app migrated from PromiseKit, after it has left the compatibility module.
// InTheFacade.swift has the same code with the other import.

import AsyncPromises

enum InTheLibrary {
  /// Notes whether a handler without a queue or an actor runs on the main queue.
  static func handle(_ promise: Promise<Int>, _ note: @escaping @Sendable (Bool) -> Void) {
    promise.done { _ in note(isOnMainQueue) }.catch { _ in note(isOnMainQueue) }
  }

  /// Notes the value or the error that is shown, and the end.
  static func show(_ promise: Promise<Int>, _ note: @escaping @Sendable (String) -> Void) {
    promise.done { note("\($0)") }.catch { note("\($0)") }.finally { note("end") }
  }

  /// Notes the error that `recover` receives, and the end.
  static func repair(_ promise: Promise<Void>, _ note: @escaping @Sendable (String) -> Void) {
    promise.recover { error in
      note("\(error)")
      throw error
    }.catch { _ in }.finally { note("end") }
  }

  /// A promise whose resolver has been released unused.
  static func forgotten() -> Promise<Int> {
    let (promise, _) = Promise<Int>.pending()
    return promise
  }
}
