// The last step: a chain, and its version without promises.

import AsyncPromises

struct Article: Sendable, Equatable {
  let title: String
  var comments: [String]
}

/// A news service whose dependencies are all async.
struct News: Sendable {
  struct Offline: Error {}
  struct Empty: Error {}

  let articles: @Sendable (String) async throws -> Article
  let comments: @Sendable (String) async throws -> [String]
  let archive: @Sendable (String) async -> Article
}

// snippet: before
extension News {
  func article(_ title: String) -> Promise<Article> {
    Promise { try await articles(title) }
      .validate { !$0.title.isEmpty }
      .recover(.async) { _ in await archive(title) }
  }

  func page(_ title: String) -> Promise<Article> {
    let article = article(title)
    let thread = Promise { try await comments(title) }
    return Promise.all(article, thread).map { article, comments in
      Article(title: article.title, comments: comments)
    }
  }
}
// end

// snippet: after
extension News {
  func article(_ title: String) async throws -> Article {
    do {
      let article = try await articles(title)
      guard !article.title.isEmpty else { throw Empty() }
      return article
    } catch {
      try Task.checkCancellation()
      return await archive(title)
    }
  }

  func page(_ title: String) async throws -> Article {
    async let article = article(title)
    async let thread = comments(title)
    return try await Article(title: article.title, comments: thread)
  }
}
// end
