// Objects that the values and errors of a program hold, and its closures capture. They must be
// freed, and their deinitializers use the library.

#if DEBUG
  @testable import AsyncPromises
  @testable import AsyncPromisesTracking
  @testable import PromiseCompatSupport

  /// The environment of a program: its jobs, its time, and the release of its objects.
  ///
  /// `@unchecked Sendable`: a program and all its jobs run on one thread.
  final class ProgramEnvironment: @unchecked Sendable {
    let executor = ManualExecutor()
    let clock = ProgramClock()
    /// How many objects have been freed while the library held something.
    fileprivate(set) var intrusions = 0

    /// Calls `body` in a context where all tasks of the library run on the executor.
    func callAsFunction<Result>(_ body: () -> Result) -> Result {
      TrackingContext.$current.withValue(.outside(.process)) {
        executor.whilePreferred(body)
      }
    }
  }

  struct ProgramValue: Sendable {
    let outcome: Outcome
    let token: Token
  }

  struct ProgramError: Error {
    let number: Int
    var token: Token?
  }

  /// A user's object. It is freed with the closure that has captured it (B6), or with the last
  /// promise that settled with it.
  final class Token: Sendable {
    private let environment: ProgramEnvironment

    init(_ environment: ProgramEnvironment) { self.environment = environment }

    func use() {}

    deinit {
      if Holding.count != 0 { environment.intrusions += 1 }
      environment { Self.useLibrary(environment.clock) }
    }

    /// Settles and cancels new promises, registers handlers on them, and starts timers.
    private static func useLibrary(_ clock: ProgramClock) {
      let (source, resolver) = Promise<Int>.pending()
      let limited = source.timeout(after: .seconds(3_600), clock: clock)
      let inline: Promise<Int> = source.derive(in: .inline, .none) { _, _, derived, effects in
        Promise<Int>.settle(derived, &effects) { 1 }
      }
      source.map { $0 }.cancel()
      resolver.fulfill(1)
      inline.whenSettled { _ in }
      limited.whenSettled { _ in }
    }
  }
#endif
