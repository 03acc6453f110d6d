// What the examples of the vocabulary of Bolts take for granted. None of it is run.

import BoltsCompat
import Foundation

/// Stands for whatever an app would have.
func given<T>() -> T {
  fatalError("The examples are compiled, and not run.")
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
