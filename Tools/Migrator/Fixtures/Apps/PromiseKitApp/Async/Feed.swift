// Feed.swift: the model of a table. It loads posts and users concurrently, removes hidden posts,
// and sorts and joins the rest. It ignores the answer of a reload that a later one has replaced.

import Foundation
import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

struct Post: Codable, Equatable, Sendable {
  let id: Int
  let author: Int
  let title: String
  var isHidden: Bool?
}

extension Post: Comparable {
  static func < (left: Post, right: Post) -> Bool { left.id > right.id }
}

@MainActor
final class FeedModel {
  struct Row: Equatable, Sendable {
    let title: String
    let author: String
  }

  let table = TableView()
  let emptyLabel = Label()
  let spinner = Spinner()
  private(set) var rows: [Row] = []
  private(set) var lastError: (any Error)?

  private let server: Server
  private var reloads = 0

  init(server: Server) {
    self.server = server
  }

  /// Fulfilled when the table shows the result, or the reason why there is none.
  @discardableResult
  func reload() -> Promise<Void> {
    reloads += 1
    let reload = reloads
    spinner.start()
    return Promise.all(Promise.immediate { try await posts() }, Promise.immediate { try await userNames() }).map { posts, names in
      posts.map { Row(title: $0.title, author: names[$0.author] ?? "unknown") }
    }.map { [weak self] value in
      guard reload == self?.reloads else { throw CancellationError() }
      return value
    }.done { [weak self] rows in
      self?.show(rows)
    }.recover { [weak self] error in
      if !error.isCancelled { self?.show(error) }
    }.done { [weak self] in
      if reload == self?.reloads { self?.spinner.stop() }
    }
  }

  /// The titles of new posts.
  func titles(after id: Int) async throws -> [String] {
    let posts = try await posts()
    let value = posts.filter { $0.id > id }
    return value.map(\.title)
  }

  /// The latest post of each author, in the order of their names.
  func headlines() async throws -> [String] {
    let value2 = try await server.get([User].self, "users").then { [server] in Promise.all($0.map { user in
      server.get([Post].self, "users/\(user.id)/posts").map { posts in
        guard let value = (posts.min().map { "\(user.name): \($0.title)" }) else {
          throw PMKError.compactMap(posts, String.self)
        }
        return value
      }
    }) }.get()
    return value2.sorted()
  }

  private func posts() async throws -> [Post] {
    let value = try await server.get([Post].self, "posts").get()
    let value2 = value.filter { $0.isHidden != true }
    return value2.sorted()
  }

  private func userNames() async throws -> [Int: String] {
    let value = try await server.get([User].self, "users").get()
    let value2 = value.map { ($0.id, $0.name) }
    return Dictionary(value2, uniquingKeysWith: { first, _ in first })
  }

  private func show(_ rows: [Row]) {
    self.rows = rows
    lastError = nil
    emptyLabel.text = rows.isEmpty ? "Nothing here yet" : ""
    table.reloadData()
  }

  private func show(_ error: any Error) {
    rows = []
    lastError = error
    emptyLabel.text = error.localizedDescription
    table.reloadData()
  }
}
