// Sources with chains of any length.

#if os(macOS) || os(Linux)
  import Testing

  struct Corpus: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let mode: ClientMode
    private let function: String
    private let links: String

    /// - Parameters:
    ///   - function: the code around the links, which replace each `…`.
    ///   - links: one link, or several on separate lines.
    init(
      _ description: String, in mode: ClientMode = .swift6,
      function: String = "func f() -> Promise<Int> { load(1) … }", _ links: String
    ) {
      testDescription = description
      self.mode = mode
      self.function = function
      self.links = links
    }

    /// The source with the links repeated `count` times.
    func source(_ count: Int) -> String {
      let chain = "\n" + Array(repeating: links, count: count).joined(separator: "\n") + "\n"
      return Self.names
        + function.split(separator: "…", omittingEmptySubsequences: false)
        .joined(separator: chain)
    }

    /// How many times a test repeats the links. It also tries five times that number, to compare.
    var count: Int { links.split(separator: "\n").count > 2 ? 2 : 4 }

    /// The declarations that the chains use.
    static let names = """
      import AsyncPromises

      struct User: Sendable {
        var id: Int
        var name = ""
        var friends: [Int] = []
      }
      struct Failure: Error {}

      func load(_ number: Int) -> Promise<Int> { .fulfilled(number) }
      func loadUser(_ id: Int) -> Promise<User> { .fulfilled(User(id: id)) }
      func fetch(_ number: Int) async throws -> Int { number }
      func fetchUser(_ id: Int) async throws -> User { User(id: id) }
      func find(_ number: Int) async throws -> Int? { number }
      func greet(_ name: String) async throws -> Int { name.count }
      func ping() async {}
      func user(_ id: Int) -> User { User(id: id) }
      func someUser(_ id: Int) -> User? { User(id: id) }
      func same(_ number: Int) -> Int { number }
      func save(_ number: Int) throws {}


      """
  }
#endif
