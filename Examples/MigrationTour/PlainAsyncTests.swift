// Tests which behavior stays the same without promises, and which doesn't.

import AsyncPromises
import AsyncPromisesTesting
import TestSupport
import Testing

@Suite("Migration tour: Plain async", .timeLimit(.minutes(10)))
struct PlainAsyncTests {
  enum Way: CaseIterable, Sendable {
    case promises, async

    func page(of news: News, _ title: String) async throws -> Article {
      switch self {
      case .promises:
        let page: Promise<Article> = news.page(title)
        return try await page.get()
      case .async: return try await news.page(title)
      }
    }
  }

  static func news(
    articles: @escaping @Sendable (String) async throws -> Article,
    comments: @escaping @Sendable (String) async throws -> [String] = { _ in ["Hear, hear"] }
  ) -> News {
    News(
      articles: articles, comments: comments, archive: { Article(title: "Old \($0)", comments: []) }
    )
  }

  @Test("Both return the same result", arguments: Way.allCases)
  func page(way: Way) async throws {
    let news = Self.news { Article(title: $0, comments: []) }
    #expect(
      try await way.page(of: news, "Forty") == Article(title: "Forty", comments: ["Hear, hear"]))
  }

  @Test("Both fall back", arguments: Way.allCases)
  func fallback(way: Way) async throws {
    let offline = Self.news { _ in throw News.Offline() }
    let empty = Self.news { _ in Article(title: "", comments: []) }
    #expect(try await way.page(of: offline, "Forty").title == "Old Forty")
    #expect(try await way.page(of: empty, "Forty").title == "Old Forty")
  }

  @Test("Both fail the same way", arguments: Way.allCases)
  func failure(way: Way) async throws {
    let news = Self.news(
      articles: { Article(title: $0, comments: []) }, comments: { _ in throw News.Offline() })
    await #expect(throws: News.Offline.self) { try await way.page(of: news, "Forty") }
  }

  @Test("A group of promises fails immediately; an async let scope waits for the slow task first")
  func failFast() async throws {
    let (slow, resolver) = Promise<Int>.pending()
    let failed = Promise<Int>.rejected(News.Offline())
    await #expect(throws: News.Offline.self) { try await Promise.all(slow, failed).get() }
    #expect(slow.resultIfSettled == nil)

    let log = Journal<String>()
    let scope = Task {
      async let number = slow.tap { _ in log.write("the slow one") }.value
      async let failure = failed.value
      do {
        _ = try await (number, failure)
      } catch {
        log.write("the failure")
        throw error
      }
    }
    resolver.fulfill(1)
    await #expect(throws: News.Offline.self) { try await scope.value }
    #expect(log.entries == ["the slow one", "the failure"])
  }

  @Test("A promise continues when its waiter is cancelled")
  func waiter() async throws {
    let (gate, resolver) = Promise<Int>.pending()
    let work = Promise { try await gate.value }
    let waiter = Task { try await work.value }
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
    resolver.fulfill(1)
    #expect(try await work.value == 1)
  }

  @Test("An async function ends with the task that calls it")
  func caller() async throws {
    let (gate, resolver) = Promise<[String]>.pending()
    let log = Journal<String>()
    let news = Self.news(
      articles: { Article(title: $0, comments: []) },
      comments: { _ in
        do {
          return try await gate.value
        } catch {
          log.write("\(error is CancellationError)")
          throw error
        }
      })
    let caller = Task { try await Way.async.page(of: news, "Forty") }
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(log.entries == ["true"])
    withExtendedLifetime(resolver) {}
  }
}
