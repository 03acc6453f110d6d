// Feed.swift: the model of a table. It loads posts and users concurrently, removes hidden posts,
// and sorts and joins the rest. It ignores the results of a reload that a later one has replaced.

import Foundation
import PromiseKitCompat

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

  /// Fulfilled when the table shows the result, or an error, or when the reload is ignored.
  @discardableResult
  func reload() -> Guarantee<Void> {
    reloads += 1
    let reload = reloads
    spinner.start()
    return firstly {
      when(fulfilled: posts(), userNames())
    }.map { posts, names in
      posts.map { Row(title: $0.title, author: names[$0.author] ?? "unknown") }
    }.get { [weak self] _ in
      guard reload == self?.reloads else { throw PMKError.cancelled }
    }.done { [weak self] rows in
      self?.show(rows)
    }.recover { [weak self] error in
      if !error.isCancelled { self?.show(error) }
    }.get { [weak self] in
      if reload == self?.reloads { self?.spinner.stop() }
    }
  }

  /// The titles of new posts.
  func titles(after id: Int) -> Promise<[String]> {
    posts().filterValues { $0.id > id }.mapValues(\.title)
  }

  /// The latest post of each author, sorted by the author's name.
  func headlines() -> Promise<[String]> {
    server.get([User].self, "users").thenMap { [server] user in
      server.get([Post].self, "users/\(user.id)/posts").compactMap { posts in
        posts.min().map { "\(user.name): \($0.title)" }
      }
    }.sortedValues()
  }

  private func posts() -> Promise<[Post]> {
    server.get([Post].self, "posts")
      .filterValues { $0.isHidden != true }
      .sortedValues()
  }

  private func userNames() -> Promise<[Int: String]> {
    server.get([User].self, "users")
      .mapValues { ($0.id, $0.name) }
      .map { Dictionary($0, uniquingKeysWith: { first, _ in first }) }
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
