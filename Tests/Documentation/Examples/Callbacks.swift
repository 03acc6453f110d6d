// Declarations that the examples assume: services with callbacks.

import AsyncPromises
import Foundation

typealias Completion<Value> = @Sendable (Value) -> Void

struct Request: Sendable {
  @TaskLocal static var id = ""

  func stop() {}
  func cancel() {}
}

struct Cache: Sendable {
  func settings() async throws -> Settings { given() }
  func page(_ url: URL) async throws -> Page { given() }
  func prefetch(_ url: URL) -> Promise<Void> { given() }
  func image(at url: URL, completion: @escaping @Sendable (Image?, (any Error)?) -> Void) {}
}

struct Loader: Sendable {
  func image(
    at url: URL, completion: @escaping @Sendable (Image?, (any Error)?) -> Void
  ) -> Request {
    given()
  }
}

struct API: Sendable {
  func load(_ url: URL, completion: @escaping Completion<Result<Page, any Error>>) -> Request {
    given()
  }
}

struct Client: Sendable {
  func fetchUser(_ id: Int, completion: @escaping Completion<Result<User, any Error>>) {}
  func request(_ id: Int, completion: @escaping Completion<Result<User, ServerError>>) -> Request {
    given()
  }
}

struct Geocoder: Sendable {
  func address(of place: String, completion: @escaping Completion<Address>) {}
  func find(_ place: String, completion: @escaping Completion<Address>) -> Request { given() }
}

struct Map: Sendable {
  func pick(completion: @escaping @Sendable (Double, Double) -> Void) {}
  func search(completion: @escaping @Sendable (Double, Double) -> Void) -> Request { given() }
}

struct Network: Sendable {
  func data(
    from url: URL, completion: @escaping @Sendable (Data?, Response?, (any Error)?) -> Void
  ) {}
  func load(
    _ url: URL, completion: @escaping @Sendable (Data?, Response?, (any Error)?) -> Void
  ) -> Request {
    given()
  }
}

struct Store: Sendable {
  func save(completion: @escaping Completion<(any Error)?>) {}
  func upload(completion: @escaping Completion<(any Error)?>) -> Request { given() }
}

struct NotificationCenter: Sendable {
  func requestAuthorization(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {}
  func ask(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) -> Request { given() }
}

struct Panel: Sendable {
  func begin(completion: @escaping Completion<Int>) {}
}

@MainActor final class Socket {
  var onMessage: Completion<Data>?
  var onError: Completion<any Error>?
}

@MainActor final class Door {
  var onOpen: (@Sendable () -> Void)?
  var onError: Completion<any Error>?
}

@MainActor final class Button {
  var onTap: (@Sendable () -> Void)?
}

func messages(in room: String) -> AsyncStream<String> { given() }

let cache: Cache = given()
let loader: Loader = given()
let api: API = given()
let client: Client = given()
let geocoder: Geocoder = given()
let map: Map = given()
let network: Network = given()
let store: Store = given()
let center: NotificationCenter = given()
let panel: Panel = given()
@MainActor let socket = Socket()
@MainActor let door = Door()
@MainActor let button = Button()

// MARK: The README

final class Scanner: @unchecked Sendable {
  var onCode: (@Sendable (String) -> Void)?
  var onError: (@Sendable (any Error) -> Void)?
  func start() {}
  func stop() {}
}

struct Legacy: Sendable {
  func fetch(_ url: URL, completion: @escaping @Sendable (Data?, (any Error)?) -> Void) {}
}

let scanner: Scanner = given()
let legacy: Legacy = given()
