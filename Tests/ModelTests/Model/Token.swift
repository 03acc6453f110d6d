// What the values and errors of a program carry, and its closures capture: objects that have to be
// freed, and use the library when they are.

#if DEBUG
  @testable import AsyncPromises

  /// Where a program runs: its jobs, its time, and how its objects end.
  ///
  /// `@unchecked Sendable`: a program and all its jobs run on one thread.
  final class ProgramEnvironment: @unchecked Sendable {
    let executor = ManualExecutor()
    let clock = ProgramClock()
    /// How many objects have been freed while the library held something.
    fileprivate(set) var intrusions = 0

    /// Calls `body` where all tasks of the library go to the executor.
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

  /// An object of the user's: it is freed with the closure that has captured it (B6), or with the
  /// last promise that settled with it.
  final class Token: Sendable {
    private let environment: ProgramEnvironment

    init(_ environment: ProgramEnvironment) { self.environment = environment }

    func use() {}

    deinit {
      if Holding.count != 0 { environment.intrusions += 1 }
      environment { Self.useLibrary(environment.clock) }
    }

    /// Settles, cancels, registers, and starts timers, on promises of its own.
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
