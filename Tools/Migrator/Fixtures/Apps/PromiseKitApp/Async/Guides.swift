// Guides.swift: what people write after they have read PromiseKit's guides. Each function is one
// recipe.

import Foundation
import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

enum Guides {
  /// Earlier results go along in a tuple.
  static func greeting(_ server: Server, id: Int) -> Promise<String> {
    server.get(User.self, "users/\(id)").then { @MainActor user in
      server.get([Post].self, "users/\(id)/posts").map { @MainActor in (user, $0) }
    }.map { @MainActor user, posts in
      "\(user.name) has \(posts.count) posts"
    }
  }

  /// Several results, of several types.
  @MainActor
  static func summary(
    _ server: Server, _ device: Device, _ dialog: PermissionDialog
  ) -> Promise<String> {
    when(fulfilled: server.get(User.self, "users/1"), device.charge(), dialog.ask()).map { user, charge, isAllowed in
      "\(user.name) \(charge) \(isAllowed)"
    }
  }

  /// What each of them has become.
  static func outcomes(_ promises: [Promise<Int>]) -> Guarantee<[String]> {
    when(resolved: promises.map { PromiseKitCompat.Promise($0) }).asyncPromise.mapValues { @MainActor result in
      switch result {
      case .fulfilled(let value): "\(value)"
      case .rejected(let error): "\(error)"
      }
    }
  }

  /// Branches: both hang on the same promise.
  static func branches(_ server: Server) -> (name: Promise<String>, id: Promise<Int>) {
    let user = server.get(User.self, "users/1")
    return (user.map(\.name), user.map(\.id))
  }

  /// Sequences.
  static func titles(_ server: Server, users: [Int]) -> Promise<[String]> {
    Promise.value(users).thenFlatMap { @MainActor id in
      server.get([Post].self, "users/\(id)/posts")
    }.filterValues { @MainActor post in
      post.isHidden != true
    }.compactMapValues { @MainActor post in
      post.title.isEmpty ? nil : post.title.lowercased()
    }.sortedValues()
  }

  static func words(_ lines: [String]) -> Guarantee<[String]> {
    Guarantee.value(lines).flatMapValues { @MainActor in $0.split(separator: " ") }.mapValues { @MainActor in String($0) }
  }

  /// The first of its kind, and the last.
  static func ends(_ numbers: Promise<[Int]>) -> Promise<(Int, Int, Int)> {
    when(fulfilled: PromiseKitCompat.Promise(numbers).firstValue.asyncPromise, PromiseKitCompat.Promise(numbers).firstValue(where: { $0 > 10 }).asyncPromise, PromiseKitCompat.Promise(numbers).lastValue.asyncPromise)
  }

  /// Loose JSON: nil ends the chain with an error.
  static func looseName(_ server: Server) -> Promise<String> {
    PromiseKitCompat.Promise(server.get("users/1")).compactMap { data in
      try JSONSerialization.jsonObject(with: data) as? [String: Any]
    }.compactMap { json in
      json["name"] as? String
    }.asyncPromise
  }

  /// Another way, if the first does not lead there; other errors go on.
  static func fallback(_ server: Server) -> Promise<User> {
    PromiseKitCompat.Promise(server.get(User.self, "me")).recover { error -> PromiseKitCompat.Promise<User> in
      guard case ServerError.status(404) = error else { throw error }
      return PromiseKitCompat.Promise(server.get(User.self, "users/1"))
    }.asyncPromise
  }

  /// A closure of several returns says its type.
  static func owner(_ server: Server, of post: Post?) -> Promise<String> {
    firstly { () -> PromiseKitCompat.Promise<User> in
      guard let post else { throw PMKError.badInput }
      return PromiseKitCompat.Promise(server.get(User.self, "users/\(post.author)"))
    }.map(on: nil) { user -> String in
      user.name
    }.asyncPromise
  }

  /// A spinner that is seen for a while at least.
  static func unhurried<T>(_ promise: Promise<T>, least: Guarantee<Void>) -> Promise<T> {
    when(fulfilled: PromiseKitCompat.Promise(promise), PromiseKitCompat.Promise(least)).asyncPromise.map { @MainActor value, _ in value }
  }

  /// A time limit, in one line.
  static func inTime<T>(_ promise: Promise<T>, seconds: TimeInterval) -> Promise<T> {
    race(promise.map { _ in }, after(seconds: seconds).done { @MainActor in throw TimedOut() }).then { @MainActor in promise }
  }

  /// One step after the other.
  static func inTurn(_ steps: [() -> Guarantee<Void>]) -> Guarantee<Void> {
    var chain = Guarantee()
    for step in steps {
      chain = chain.then { @MainActor in step() }
    }
    return chain
  }

  /// All of them, when none has a value to give.
  static func saveAll(_ server: Server) -> Promise<Void> {
    when(fulfilled: server.post("settings"), server.get("draft").map { _ in }, server.post("done"))
  }

  /// The fastest mirror that has it.
  static func mirrored(_ servers: [Server], _ path: String) -> Promise<String> {
    race(fulfilled: servers.map { $0.get(path) }.map { PromiseKitCompat.Promise($0) }).asyncPromise.map { @MainActor in String(decoding: $0, as: UTF8.self) }
  }

  /// What can be said without waiting.
  static func state<P: Thenable>(of promise: P) -> String {
    if promise.isPending { return "pending" }
    if let value = promise.value { return "value \(value)" }
    if let error = promise.error { return "error \(error)" }
    return "never"
  }

  /// Heavy work elsewhere, the result here.
  static func sum(_ numbers: [Int]) -> Guarantee<Int> {
    DispatchQueue.global(qos: .utility).async(.promise) {
      numbers.reduce(0, +)
    }.asyncPromise
  }

  /// Waits on a thread that may be blocked.
  static func blockingSum(_ numbers: [Int]) -> Promise<Int> {
    DispatchQueue.global().async(.promise) {
      let half = numbers.count / 2
      let left = DispatchQueue.global().async(.promise) { numbers[..<half].reduce(0, +) }.asyncPromise
      return try PromiseKitCompat.Promise(Promise(left)).wait() + numbers[half...].reduce(0, +)
    }.asyncPromise
  }
}
