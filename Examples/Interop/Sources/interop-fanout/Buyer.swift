// Asks for prices: a slow server gets a rival, and a failed request is repeated elsewhere.

import AsyncPromises
import AsyncPromisesSharing
import HTTPInterop
import InMemoryTracing
import TracedHTTPInterop
import TracingInterop

struct Buyer: Sendable {
  struct Answer: Sendable {
    let server: String
    let price: Int
    /// The trace in which the server saw the request.
    let trace: String
  }

  struct Unreadable: Error {}

  let tracer = InMemoryTracer(recordInjections: false, recordExtractions: false)
  private let backends: [Backend]
  private let slots = PromiseLimiter(limit: 16)

  init(_ backends: [Backend]) { self.backends = backends }

  static func rightPrice(of item: Int) -> Int { item * 7 % 1_000 }

  /// Asks until a server answers. All requests are children of the item's span.
  func price(of item: Int) -> Promise<Answer> {
    traced("item \(item)", by: tracer) {
      Promise.retry(
        maxAttempts: 8,
        backoff: .exponential(base: .milliseconds(5), cap: .milliseconds(200)).jitter()
      ) { attempt in
        slots.run { fastest(item, attempt) }.timeout(after: .seconds(5))
      }
    }
  }

  /// Asks one server, and another one as well if the first is slow. The later answer is withdrawn.
  private func fastest(_ item: Int, _ attempt: Int) -> Promise<Answer> {
    let later = Promise.delay(for: .milliseconds(250)).then { ask(item + attempt + 1, for: item) }
    return Promise.any(ask(item + attempt, for: item), later, remaining: .cancel)
  }

  private func ask(_ number: Int, for item: Int) -> Promise<Answer> {
    let backend = backends[number % backends.count]
    return backend.client.send(Request("/price/\(item)"), to: backend.name, by: tracer).content
      .map { body in
        let words = body.split(separator: " ").map(String.init)
        guard words.count == 3, let price = Int(words[1]) else { throw Unreadable() }
        return Answer(server: words[0], price: price, trace: words[2])
      }
  }
}
