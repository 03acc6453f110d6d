// Feed.swift: several promises in parallel, in sequence, and in a race.

import Foundation
import GooglePromisesCompat

struct Post: Codable, Equatable, Sendable {
  let id: Int
  let author: Int
  let title: String
}

@MainActor
final class Feed {
  let table = TableView()
  let errorLabel = Label()
  private(set) var posts: [Post] = []

  private let server: Server
  private var update: Promise<[Post]>?

  init(server: Server) {
    self.server = server
  }

  /// Loads the posts of all authors, and cancels any earlier update.
  @discardableResult
  func reload(authors: [Int]) -> Promise<[Post]> {
    update?.cancel()
    let pages = authors.map { server.get([Post].self, "users/\($0)/posts") }
    let update = all(pages).then { pages in
      pages.flatMap { $0 }.sorted { $0.id < $1.id }
    }
    self.update = update
    return update.then { posts in
      self.posts = posts
      self.table.reloadData()
    }.catch { error in
      if !(error is CancellationError) { self.errorLabel.text = error.localizedDescription }
    }
  }

  /// The outcome of each request, once all have settled.
  func summary(authors: [Int]) -> Promise<String> {
    any(authors.map { server.get([Post].self, "users/\($0)/posts") }).then { pages in
      pages.map { page in
        switch page {
        case .value(let posts): "\(posts.count)"
        case .error: "-"
        }
      }.joined(separator: " ")
    }
  }

  /// Combines the user with the device's battery charge: promises of two types.
  func header(_ device: Device) -> Promise<String> {
    all(server.get(User.self, "me"), device.charge()).then { user, charge in
      "\(user.name) \(charge ?? 0)%"
    }
  }

  /// Loads the pages in order.
  func titles(pages: [String]) -> Promise<[String]> {
    Promise([]).reduce(pages) { titles, page in
      self.server.get([Post].self, page).then { posts in titles + posts.map { $0.title } }
    }
  }

  /// Uses the mirror that answers first.
  func mirrored(_ mirrors: [Server], _ path: String) -> Promise<String> {
    race(mirrors.map { $0.text(path) })
  }
}
