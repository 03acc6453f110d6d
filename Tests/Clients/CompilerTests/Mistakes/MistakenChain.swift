// A chain with one mistake, and the same chain of `Optional`.

#if os(macOS) || os(Linux)
  import Testing

  struct MistakenChain: Sendable, CustomTestStringConvertible {
    enum Place: String, Sendable {
      case start, middle, end
    }

    let mistake: Mistake
    let count: Int
    let place: Place

    var testDescription: String { "\(mistake.testDescription), \(place) of \(count) links" }

    /// A source, and the line of the mistake.
    typealias Source = (text: String, line: Int)

    var ofPromise: Source {
      source(
        Self.promises, mistake.isMixed ? Self.mixed : Self.plain, returns: "Promise<Int>"
      ) { $0 }
    }

    /// `nil` if `Optional` has no such link.
    var ofOptional: Source? {
      guard mistake.isOptionalsToo else { return nil }
      return source(Self.optionals, Self.plain, returns: "Int?") {
        $0.replacing(".then", with: ".flatMap")
      }
    }

    private func source(
      _ names: String, _ links: [String], returns type: String, spelled: (String) -> String
    ) -> Source {
      var chain = (0..<count).map { links[$0 % links.count] }
      let index =
        switch place {
        case .start: 0
        case .middle: count / 2
        case .end: count - 1
        }
      chain[index] = mistake.link
      let head = names + "func chain() -> \(type) {\n  load(\"\")\n"
      let body = chain.map { "    \(spelled($0))\n" }.joined()
      let line = head.count { $0 == "\n" } + index + 1
      return (head + body + "    .map { $0.data.count }\n}\n", line)
    }

    private static let plain = [
      ".map { $0 }",
      ".then { load($0.name) }",
      ".map { image in fetch(String(image.data.count)) }",
      ".map { same($0) }",
    ]

    private static let mixed = [
      ".validate { $0.data.count > 0 }",
      ".then { load($0.name) }",
      ".recover { _ in Image() }",
      ".map(.async) { image in try await download(String(image.data.count)) }",
      ".timeout(after: .seconds(5))",
      ".map { same($0) }",
      ".tap { print($0) }",
    ]

    private static let both = """
      struct Image: Sendable {
        var name = ""
        var data: [UInt8] = []
      }
      final class History { init(_ image: Image) {} }
      func fetch(_ name: String) -> Image { Image() }
      func same(_ image: Image) -> Image { image }
      func find(_ name: String) -> String? { name }

      """

    private static let promises =
      "import AsyncPromises\n" + both + """
        func load(_ name: String) -> Promise<Image> { .fulfilled(Image()) }
        func download(_ name: String) async throws -> Image { Image() }

        """

    private static let optionals = both + "func load(_ name: String) -> Image? { Image() }\n"
  }
#endif
