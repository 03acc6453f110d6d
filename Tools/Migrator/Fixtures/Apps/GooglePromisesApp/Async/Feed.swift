// Feed.swift: several promises in parallel, in sequence, and in a race.

import Foundation
import AsyncPromises
import GooglePromisesCompat
import struct AsyncPromises.Promise

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
  func reload(authors: [Int]) async throws -> [Post] {
    update?.cancel()
    let pages = authors.map { server.get([Post].self, "users/\($0)/posts") }
    let update = Promise.all(pages).map { pages in
      pages.flatMap { $0 }.sorted { $0.id < $1.id }
    }
    self.update = update
    do {
      let posts = try await update.get()
      self.posts = posts
      self.table.reloadData()
      return posts
    } catch {
      try Task.checkCancellation()
      if !(error is CancellationError) { self.errorLabel.text = error.localizedDescription }
      throw error
    }
  }

  /// The outcome of each request, once all have settled.
  func summary(authors: [Int]) async throws -> String {
    let pages = try await any(authors.map { server.get([Post].self, "users/\($0)/posts") }.map { GooglePromisesCompat.Promise($0) }).asyncPromise.get()
    return pages.map { page in
      switch page {
      case .value(let posts): "\(posts.count)"
      case .error: "-"
      }
    }.joined(separator: " ")
  }

  /// Combines the user with the charge of the device: promises of two types.
  func header(_ device: Device) async throws -> String {
    let (user, charge) = try await Promise.all(server.get(User.self, "me"), device.charge()).get()
    return "\(user.name) \(charge ?? 0)%"
  }

  /// Loads the pages in order.
  func titles(pages: [String]) async throws -> [String] {
    try await Promise.fulfilled([]).then { first in
      pages.reduce(Promise.fulfilled(first)) { promise, page in promise.then { titles in
      self.server.get([Post].self, page).map { posts in titles + posts.map { $0.title } }
    } } }.get()
  }

  /// Uses the mirror that answers first.
  func mirrored(_ mirrors: [Server], _ path: String) async throws -> String {
    try await Promise.race(mirrors.map { $0.text(path) }).get()
  }
}
