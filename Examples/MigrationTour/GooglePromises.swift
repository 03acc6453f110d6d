// After the migration from google/promises: work with retries, a time limit and a fallback.

import AsyncPromises

/// The server's settings, or the built-in ones.
struct Configuration: Sendable, Equatable {
  let version: Int

  static let builtIn = Configuration(version: 3)
}

struct ServerIsBusy: Error {}

struct ConfigurationLoader: Sendable {
  let download: @Sendable () async throws -> Configuration
  let clock: any Clock<Duration>

  // snippet: configuration
  func configuration() -> Promise<Configuration> {
    Promise.retry(
      maxAttempts: 3, backoff: .constant(.seconds(5)), clock: clock,
      when: { error, _ in error is ServerIsBusy ? .retry : .stop },
      { _ in try await download() }
    )
    .validate { $0.version >= 3 }
    .timeout(after: .seconds(30), clock: clock)
    .recover { _ in .builtIn }
  }
  // end

  // snippet: configuration-await
  func configurationNow() async throws -> Configuration {
    try await configuration().get()
  }
  // end
}

// snippet: any
/// All outcomes, once the last has settled; rejected if none of them is a value.
func outcomes<Value: Sendable>(
  of promises: [Promise<Value>]
) -> Promise<[Result<Value, any Error>]> {
  Promise.allSettled(promises).validate { outcomes in
    outcomes.isEmpty || outcomes.contains { (try? $0.get()) != nil }
  }
}
// end

// snippet: reduce
/// Sums the counts of all files, one after the other.
func total(
  _ files: [String], count: @escaping @Sendable (String) -> Promise<Int>
) -> Promise<Int> {
  files.reduce(.fulfilled(0)) { total, file in
    total.then { total in count(file).map { total + $0 } }
  }
}
// end
