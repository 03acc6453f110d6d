// Declarations of an app that the documentation's examples assume. None of this is run.

import AsyncPromises
import AsyncPromisesSharing
import Foundation

/// A placeholder for any value of an app.
func given<T>() -> T {
  fatalError("Examples are compiled but never run.")
}

// MARK: Values

struct User: Sendable {
  let name: String
  let avatarURL: URL
}

struct Account: Sendable, Identifiable {
  let id: UUID
}

struct Settings: Sendable {
  static let standard = Settings()
}

struct Page: Sendable {
  static let offline: Page = given()

  let title: String
  let links: [URL]

  init(_ data: Data, _ response: Response) { self = given() }
}

struct Response: Sendable {
  let status: Int
}

struct Thumbnail: Sendable {
  init(_ image: Image) {}
}

struct Image: Sendable {}
struct Token: Sendable {}
struct Report: Sendable {}
struct Answer: Sendable {}
struct Config: Sendable {}
struct Address: Sendable {}

struct ServerError: Error {
  var isPermanent = false
}

let name: String = given()
let id: Int = given()
let place: String = given()
let url: URL = given()
let urls: [URL] = given()
let links: AsyncStream<URL> = given()
let mirrors: [URL] = given()
let today: Date = given()
let account: Account = given()

// MARK: Promises

let user: Promise<User> = given()
let text: Promise<String> = given()
let data: Promise<Data> = given()
let report: Promise<Report> = given()
let response: Promise<Response> = given()
let download: Promise<Image> = given()
let downloads: [Promise<Image>] = given()
let uploads: [Promise<Void>] = given()
let search: Promise<[Page]> = given()
let shutdown: Promise<Answer> = given()
let resolver: Resolver<User> = given()
let requests = SingleFlight<URL, Page>()
let pageCache = PromiseCache<URL, Page>()
let connections = PromiseLimiter(limit: 4)

func login() -> Promise<User> { given() }
func loadUser() -> Promise<User> { given() }
func loadAvatar() -> Promise<Image> { given() }
func loadNews() -> Promise<[Page]> { given() }
func loadConfig() -> Promise<Config> { given() }
func loadPromise() -> Promise<Data> { given() }
func loadSettings() -> Promise<Settings> { given() }
func load() -> Promise<Page> { given() }
func load(_ url: URL) -> Promise<Page> { given() }
func ask(_ server: Server) -> Promise<Answer> { given() }
func fetch(_ url: URL) async throws -> Page { given() }
func write(_ report: Promise<Report>) async throws {}
func removeUnfinishedFile() throws {}
func keep(_ image: Image) async throws {}

// MARK: Services

struct Server: Sendable {
  func login(_ name: String) async throws -> User { given() }
  func report(for day: Date) async throws -> Report { given() }
  func answer(_ attempt: Int) async throws -> Int { given() }
  func take(_ message: String) async throws {}
  func items() async throws -> [Page] { given() }
  func page() -> Promise<Page> { given() }
  func page(at url: URL) async throws -> Page { given() }
}

struct Images: Sendable {
  func load(_ url: URL) -> Promise<Image> { given() }
}

struct Directory: Sendable {
  func avatarURL(of user: User) async -> URL { given() }
  func url(of name: String) async throws -> URL { given() }
  func mirror(of url: URL) async throws -> URL { given() }
}

struct Decoder: Sendable {
  func decode(_ data: Data) async throws -> Image { given() }
}

struct Authentication: Sendable {
  func refresh(_ account: Account) async throws -> Token { given() }
}

struct Question: Sendable {
  let answer: Promise<Answer>
}

struct Log: Sendable {
  func debug(_ message: String) {}
  func warning(_ message: String) {}
}

let server: Server = given()
let mirror: Server = given()
let images: Images = given()
let directory: Directory = given()
let decoder: Decoder = given()
let auth: Authentication = given()
let question: Question = given()
let log: Log = given()
let logger: Log = given()

// MARK: Code under exploration

actor ImageServer {
  private(set) var loads = 0

  func load(_ name: String) -> String { given() }
}

actor ImageCache {
  init(_ server: ImageServer) {}

  func image(of name: String) -> String { given() }
}

let pool: ConnectionPool = given()

actor ConnectionPool {
  init(size: Int) {}

  func connection() async throws -> Connection { given() }
}

actor Connection {
  func release() {}
}
