// Declarations that the examples of the Bolts API assume. None of this is run.

import BoltsCompat
import Foundation

/// A placeholder for any value of an app.
func given<T>() -> T {
  fatalError("Examples are compiled but never run.")
}

struct Record: Sendable {
  func touched() -> Record { given() }
}

struct Store: Sendable {
  func fetch(_ id: Int) -> Task<Record> { given() }
  func save(_ record: Record) -> Task<Void> { given() }
  func find(_ text: String) -> Task<[String]> { given() }
}

@MainActor final class Screen {
  func show(_ error: (any Error)?) {}
  func show(_ results: [String]) {}
}

@MainActor final class Startup {
  func run() {}
}

struct API: Sendable {
  func load(_ url: URL, completion: @escaping @Sendable (String?, (any Error)?) -> Void) {}
}

func download(_ id: Int) async throws -> Record { given() }

let id: Int = given()
let url: URL = given()
let api: API = given()
let store: Store = given()
@MainActor let view = Screen()
