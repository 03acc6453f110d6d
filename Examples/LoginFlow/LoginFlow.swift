// A login that fetches a token, contacts and an avatar, written in four ways that must show the
// same output.
//
//     swift run LoginFlow

import AsyncPromises
import Foundation

@main
@MainActor
struct LoginFlow {
  enum Way: CaseIterable {
    case callbacks, chain, await, mixed
  }

  static let attempts = [
    (user: "Ali Baba", password: "open sesame"),
    (user: "Ali Baba", password: "open barley"),
    (user: "Cassim", password: "open sesame"),
  ]

  static func main() async {
    var agree = true
    for (user, password) in attempts {
      print("\(user) says \"\(password)\":")
      var outputs: Set<[String]> = []
      for way in Way.allCases {
        let output = await logIn(user, password, by: way)
        outputs.insert(output)
        print("  \(way): \(output.joined(separator: " → "))")
      }
      agree = agree && outputs.count == 1
    }
    guard agree else {
      print("The four ways differ.")
      exit(1)
    }
  }

  /// The output of a new screen when the login has ended.
  static func logIn(_ user: String, _ password: String, by way: Way) async -> [String] {
    let screen = LoginScreen()
    switch way {
    case .callbacks:
      let end = Promise.wrap { screen.logInWithCallbacks(user, password, completion: $0) }
      _ = await end.result
    case .chain:
      _ = await screen.logInWithChain(user, password).result
    case .await:
      await screen.logInWithAwait(user, password)
    case .mixed:
      _ = await screen.logInWithChainAndAwait(user, password).result
    }
    return screen.output
  }
}
