// Guides.swift: typical code by readers of PromiseKit's guides. Each function is one recipe.

import Foundation
import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

enum Guides {
  /// Passes earlier results on in a tuple.
  static func greeting(_ server: Server, id: Int) -> Promise<String> {
    server.get(User.self, "users/\(id)").then { @MainActor user in
      server.get([Post].self, "users/\(id)/posts").map { @MainActor in (user, $0) }
    }.map { @MainActor user, posts in
      "\(user.name) has \(posts.count) posts"
    }
  }

  /// Combines results of several types.
  @MainActor
  static func summary(
    _ server: Server, _ device: Device, _ dialog: PermissionDialog
  ) -> Promise<String> {
    Promise.all(server.get(User.self, "users/1"), device.charge(), dialog.ask()).map { user, charge, isAllowed in
      "\(user.name) \(charge) \(isAllowed)"
    }
  }

  /// The outcome of each promise.
  static func outcomes(_ promises: [Promise<Int>]) -> Promise<[String]> {
    Promise.allSettled(promises).map { @MainActor in $0.map { result in
      switch result {
      case .success(let value): "\(value)"
      case .failure(let error): "\(error)"
      }
    } }
  }

  /// Two branches from the same promise.
  static func branches(_ server: Server) -> (name: Promise<String>, id: Promise<Int>) {
    let user = server.get(User.self, "users/1")
    return (user.map(\.name), user.map(\.id))
  }

  /// Operators for sequences.
  static func titles(_ server: Server, users: [Int]) -> Promise<[String]> {
    Promise.fulfilled(users).then { @MainActor in Promise.all($0.map { id in
      server.get([Post].self, "users/\(id)/posts")
    }) }.map { $0.flatMap(\.self) }.map { @MainActor in $0.filter { post in
      post.isHidden != true
    } }.map { @MainActor in $0.compactMap { post in
      post.title.isEmpty ? nil : post.title.lowercased()
    } }.map { $0.sorted() }
  }

  static func words(_ lines: [String]) -> Promise<[String]> {
    Promise.fulfilled(lines).map { @MainActor in $0.flatMap { $0.split(separator: " ") } }.map { @MainActor in $0.map { String($0) } }
  }

  /// The first element, the first that matches, and the last.
  static func ends(_ numbers: Promise<[Int]>) -> Promise<(Int, Int, Int)> {
    Promise.all(numbers.map {
      guard let value = $0.first else { throw PMKError.emptySequence }
      return value
    }, numbers.map { @MainActor in
      guard let value = $0.first(where: { $0 > 10 }) else { throw PMKError.emptySequence }
      return value
    }, numbers.map {
      guard let value = $0.last else { throw PMKError.emptySequence }
      return value
    })
  }

  /// Untyped JSON: `nil` ends the chain with an error.
  static func looseName(_ server: Server) -> Promise<String> {
    PromiseKitCompat.Promise(server.get("users/1")).compactMap { data in
      try JSONSerialization.jsonObject(with: data) as? [String: Any]
    }.compactMap { json in
      json["name"] as? String
    }.asyncPromise
  }

  /// Falls back if the user isn't found; rethrows other errors.
  static func fallback(_ server: Server) -> Promise<User> {
    server.get(User.self, "me").recover(.promise) { @MainActor error -> Promise<User> in
      if error.isCancelled { throw error }
      guard case ServerError.status(404) = error else { throw error }
      return server.get(User.self, "users/1")
    }
  }

  /// A multi-statement closure declares its type.
  static func owner(_ server: Server, of post: Post?) -> Promise<String> {
    PromiseKitCompat.Promise(Promise<User> { resolver in
      guard let post else { throw PMKError.badInput }
      resolver.follow(server.get(User.self, "users/\(post.author)"))
    }).map(on: nil) { user -> String in
      user.name
    }.asyncPromise
  }

  /// Delays the result, so that a spinner is visible for a minimum time.
  static func unhurried<T: Sendable>(_ promise: Promise<T>, least: Promise<Void>) -> Promise<T> {
    Promise.all(promise, least).map { @MainActor value, _ in value }
  }

  /// A time limit in one line.
  static func inTime<T: Sendable>(_ promise: Promise<T>, seconds: TimeInterval) -> Promise<T> {
    Promise.race(promise.map { _ in }, Promise.delay(for: .seconds(seconds)).done { @MainActor in throw TimedOut() }).then { @MainActor in promise }
  }

  /// Runs the steps in order.
  static func inTurn(_ steps: [() -> Promise<Void>]) -> Promise<Void> {
    var chain = Promise.fulfilled(())
    for step in steps {
      chain = PromiseKitCompat.Promise(chain).then { PromiseKitCompat.Promise(step()) }.asyncPromise
    }
    return chain
  }

  /// Waits for promises without values.
  static func saveAll(_ server: Server) -> Promise<Void> {
    Promise.all(server.post("settings"), server.get("draft").map { _ in }, server.post("done")).map { _ in }
  }

  /// Uses the fastest mirror that has the file.
  static func mirrored(_ servers: [Server], _ path: String) -> Promise<String> {
    Promise.any(servers.map { $0.get(path) }).recover { error in
      switch error {
      case PromiseError.noneFulfilled: throw PMKError.noWinner
      case PromiseError.emptyGroup: throw PMKError.badInput
      default: throw error
      }
    }.map { @MainActor in String(decoding: $0, as: UTF8.self) }
  }

  /// The state of a promise, without waiting.
  static func state<P: PromiseProtocol>(of promise: P) -> String {
    if promise.promise.resultIfSettled == nil { return "pending" }
    if let value = try? promise.promise.resultIfSettled?.get() { return "value \(value)" }
    if let error = promise.promise.resultIfSettled.flatMap({ if case .failure(let error) = $0 { error } else { nil } }) { return "error \(error)" }
    return "never"
  }

  /// Heavy work on another queue.
  static func sum(_ numbers: [Int]) -> Promise<Int> {
    Promise { resolver in
      DispatchQueue.global(qos: .utility).async { resolver.resolve(with: Swift.Result {
      numbers.reduce(0, +)
    }) } }
  }

  /// Waits on a thread that may block.
  static func blockingSum(_ numbers: [Int]) -> Promise<Int> {
    Promise { resolver in
      DispatchQueue.global().async { resolver.resolve(with: Swift.Result {
      let half = numbers.count / 2
      let left = Promise { resolver in DispatchQueue.global().async { resolver.resolve(with: Swift.Result { numbers[..<half].reduce(0, +) }) } }
      return try PromiseKitCompat.Promise(left).wait() + numbers[half...].reduce(0, +)
    }) } }
  }
}
