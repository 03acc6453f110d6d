// A late reply: the answer to an older query arrives after the answer to a newer one.

/// Answers in any order.
struct SearchServer: Sendable {
  func results(for text: String) async -> [String] {
    // Runs elsewhere, like a request.
    await Task.detached { ["\(text) 1", "\(text) 2"] }.value
  }
}

/// Looks right: everything happens on the main actor, in the order in which the user types. But
/// replies arrive in any order, and the last to arrive stays on the screen.
@MainActor final class SearchModel {
  private let server = SearchServer()
  private(set) var results: [String] = []

  nonisolated init() {}

  func search(_ text: String) async {
    results = await server.results(for: text)
  }
}

/// Fixed: a reply counts only if its query is still the latest.
@MainActor final class MendedSearchModel {
  private let server = SearchServer()
  private var asked = 0
  private(set) var results: [String] = []

  nonisolated init() {}

  func search(_ text: String) async {
    asked += 1
    let question = asked
    let reply = await server.results(for: text)
    if question == asked { results = reply }
  }
}

extension Tour {
  static let lateReply = Tour(
    name: "A late reply",
    looksRight: {
      let model = SearchModel()
      try await showsTheLast({ await model.search($0) }, results: { model.results })
    },
    isRight: {
      let model = MendedSearchModel()
      try await showsTheLast({ await model.search($0) }, results: { model.results })
    })

  private static func showsTheLast(
    _ search: @escaping @MainActor @Sendable (String) async -> Void,
    results: @MainActor @Sendable () -> [String]
  ) async throws {
    let first = Task { @MainActor in await search("c") }
    let second = Task { @MainActor in await search("cat") }
    await first.value
    await second.value
    let results = await results()
    try expect(results == ["cat 1", "cat 2"], "After \"cat\" was typed, it shows \(results).")
  }
}
