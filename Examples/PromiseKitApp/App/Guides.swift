// Guides.swift: typical code that follows PromiseKit's guides. Each function is one recipe.

import Foundation
import PromiseKitCompat

enum Guides {
  /// Passes earlier results on in a tuple.
  static func greeting(_ server: Server, id: Int) -> Promise<String> {
    firstly {
      server.get(User.self, "users/\(id)")
    }.then { user in
      server.get([Post].self, "users/\(id)/posts").map { (user, $0) }
    }.map { user, posts in
      "\(user.name) has \(posts.count) posts"
    }
  }

  /// Combines results of several types.
  @MainActor
  static func summary(
    _ server: Server, _ device: Device, _ dialog: PermissionDialog
  ) -> Promise<String> {
    firstly {
      when(fulfilled: server.get(User.self, "users/1"), device.charge(), dialog.ask())
    }.map { user, charge, isAllowed in
      "\(user.name) \(charge) \(isAllowed)"
    }
  }

  /// The outcome of each promise.
  static func outcomes(_ promises: [Promise<Int>]) -> Guarantee<[String]> {
    when(resolved: promises).mapValues { result in
      switch result {
      case .fulfilled(let value): "\(value)"
      case .rejected(let error): "\(error)"
      }
    }
  }

  /// Two branches from the same promise.
  static func branches(_ server: Server) -> (name: Promise<String>, id: Promise<Int>) {
    let user = server.get(User.self, "users/1")
    return (user.map(\.name), user.map(\.id))
  }

  /// Operators for sequences.
  static func titles(_ server: Server, users: [Int]) -> Promise<[String]> {
    Promise.value(users).thenFlatMap { id in
      server.get([Post].self, "users/\(id)/posts")
    }.filterValues { post in
      post.isHidden != true
    }.compactMapValues { post in
      post.title.isEmpty ? nil : post.title.lowercased()
    }.sortedValues()
  }

  static func words(_ lines: [String]) -> Guarantee<[String]> {
    Guarantee.value(lines).flatMapValues { $0.split(separator: " ") }.mapValues { String($0) }
  }

  /// The first element, the first that matches, and the last.
  static func ends(_ numbers: Promise<[Int]>) -> Promise<(Int, Int, Int)> {
    when(fulfilled: numbers.firstValue, numbers.firstValue(where: { $0 > 10 }), numbers.lastValue)
  }

  /// Untyped JSON: `nil` ends the chain with an error.
  static func looseName(_ server: Server) -> Promise<String> {
    firstly {
      server.get("users/1")
    }.compactMap { data in
      try JSONSerialization.jsonObject(with: data) as? [String: Any]
    }.compactMap { json in
      json["name"] as? String
    }
  }

  /// Falls back if the user isn't found; rethrows other errors.
  static func fallback(_ server: Server) -> Promise<User> {
    server.get(User.self, "me").recover { error -> Promise<User> in
      guard case ServerError.status(404) = error else { throw error }
      return server.get(User.self, "users/1")
    }
  }

  /// A multi-statement closure declares its type.
  static func owner(_ server: Server, of post: Post?) -> Promise<String> {
    firstly { () -> Promise<User> in
      guard let post else { throw PMKError.badInput }
      return server.get(User.self, "users/\(post.author)")
    }.map(on: nil) { user -> String in
      user.name
    }
  }

  /// Delays the result, so that a spinner is visible for a minimum time.
  static func unhurried<T>(_ promise: Promise<T>, least: Guarantee<Void>) -> Promise<T> {
    when(fulfilled: promise, least).map { value, _ in value }
  }

  /// A time limit in one line.
  static func inTime<T>(_ promise: Promise<T>, seconds: TimeInterval) -> Promise<T> {
    race(promise.asVoid(), after(seconds: seconds).done { throw TimedOut() }).then { promise }
  }

  /// Runs the steps in order.
  static func inTurn(_ steps: [() -> Guarantee<Void>]) -> Guarantee<Void> {
    var chain = Guarantee()
    for step in steps {
      chain = chain.then { step() }
    }
    return chain
  }

  /// Waits for promises without values.
  static func saveAll(_ server: Server) -> Promise<Void> {
    when(fulfilled: server.post("settings"), server.get("draft").asVoid(), server.post("done"))
  }

  /// Uses the fastest mirror that has the file.
  static func mirrored(_ servers: [Server], _ path: String) -> Promise<String> {
    race(fulfilled: servers.map { $0.get(path) }).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The state of a promise, without waiting.
  static func state<P: Thenable>(of promise: P) -> String {
    if promise.isPending { return "pending" }
    if let value = promise.value { return "value \(value)" }
    if let error = promise.error { return "error \(error)" }
    return "never"
  }

  /// Heavy work on another queue.
  static func sum(_ numbers: [Int]) -> Guarantee<Int> {
    DispatchQueue.global(qos: .utility).async(.promise) {
      numbers.reduce(0, +)
    }
  }

  /// Waits on a thread that may block.
  static func blockingSum(_ numbers: [Int]) -> Promise<Int> {
    DispatchQueue.global().async(.promise) {
      let half = numbers.count / 2
      let left = DispatchQueue.global().async(.promise) { numbers[..<half].reduce(0, +) }
      return try Promise(left).wait() + numbers[half...].reduce(0, +)
    }
  }
}
