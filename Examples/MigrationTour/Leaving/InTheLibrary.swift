// Chains of an app that came from PromiseKit, after it has left the facade. InTheFacade.swift has
// the same, with the other import.

import AsyncPromises

enum InTheLibrary {
  /// Whether a handler without a queue, written on no actor, runs on the main queue.
  static func handle(_ promise: Promise<Int>, _ note: @escaping @Sendable (Bool) -> Void) {
    promise.done { _ in note(isOnMainQueue) }.catch { _ in note(isOnMainQueue) }
  }

  /// The error that is shown, and the end.
  static func show(_ promise: Promise<Int>, _ note: @escaping @Sendable (String) -> Void) {
    promise.done { note("\($0)") }.catch { note("\($0)") }.finally { note("end") }
  }

  /// The error that is looked at to be replaced, and the end.
  static func repair(_ promise: Promise<Void>, _ note: @escaping @Sendable (String) -> Void) {
    promise.recover { error in
      note("\(error)")
      throw error
    }.catch { _ in }.finally { note("end") }
  }

  /// A promise that nobody can settle any more.
  static func forgotten() -> Promise<Int> {
    let (promise, _) = Promise<Int>.pending()
    return promise
  }
}
