// Common mistakes in chains. Each is one link that replaces a correct one.

#if os(macOS) || os(Linux)
  import Testing

  struct Mistake: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let link: String
    /// Whether the same mistake can be made in a chain of `Optional`.
    let isOptionalsToo: Bool
    /// Whether the other links also call operators that `Optional` doesn't have.
    let isMixed: Bool

    /// Whether the link is valid on its own, or hides the type of the next closure's parameter. The
    /// compiler then blames one of the next two links, as it may for `Optional`.
    var isSaidLater: Bool {
      ["map for then", "then for map", "a missing form of several", "a missing return"].contains {
        testDescription.hasPrefix($0)
      }
    }

    private init(_ description: String, _ link: String, ofOptional: Bool, mixed: Bool) {
      (testDescription, self.link) = (description, link)
      (isOptionalsToo, isMixed) = (ofOptional, mixed)
    }

    static let all = ofAnyChain + ofPromises + amongOthers

    /// Mistakes that are also possible with `Optional`.
    private static let ofAnyChain = [
      ("a misspelled member", ".map { fetch($0.nmae) }"),
      ("a misspelled member beside an operator", ".map { fetch(String($0.data.cuont + 1)) }"),
      ("a misspelled function", ".map { ftech($0.name) }"),
      ("a misspelled link", ".mpa { same($0) }"),
      ("an operand of the wrong type", ".map { fetch($0.name + 1) }"),
      ("an argument of the wrong type", ".map { fetch($0.data.count) }"),
      ("an extra label", ".map { fetch(name: $0.name) }"),
      ("a missing argument", ".map { _ in fetch() }"),
      ("a result of the wrong type", ".map { $0.data.count }"),
      ("map for then", ".map { load($0.name) }"),
      ("no result", ".map { _ in }"),
      (
        "a wrong type in a statement",
        ".map { image in let n: String = image.data.count; return fetch(n) }"
      ),
      (
        "a misspelled member in a statement",
        ".map { image in let n = image.nmae; return fetch(n) }"
      ),
      ("a missing return", ".map { image in let n = image.name; fetch(n) }"),
      (
        "a misspelled member in a nested chain",
        ".then { image in load(image.name).map { $0.daat.count }.map { fetch(String($0)) } }"
      ),
      (
        "a misspelled member in the chain of an array",
        ".map { fetch(String($0.data.map { $0.coutn }.count)) }"
      ),
      ("an optional that is not unwrapped", ".map { fetch(find($0.name)) }"),
    ].map { Mistake($0, $1, ofOptional: true, mixed: false) }

    /// Mistakes that are only possible with a promise, among links that `Optional` also has.
    private static let ofPromises = [
      ("then for map", ".then { fetch($0.name) }"),
      ("a value that is not Sendable", ".map { History($0) }.map { _ in Image() }"),
    ].map { Mistake($0, $1, ofOptional: false, mixed: false) }

    private static let amongOthers = [
      ("a misspelled member", ".map { fetch($0.nmae) }"),
      ("an operand of the wrong type", ".map { fetch($0.name + 1) }"),
      ("map for then", ".map { load($0.name) }"),
      ("then for map", ".then { fetch($0.name) }"),
      ("a missing form", ".map { try await download($0.name) }"),
      (
        "a missing form of several statements",
        ".map { image in let n = image.name; return try await download(n) }"
      ),
      ("a missing await", ".map(.async) { try download($0.name) }"),
      ("a missing form of a recovery", ".recover { _ in load(\"\") }"),
      ("a missing label", ".timeout(.seconds(5))"),
      ("a missing label of a type", ".recover(CancellationError.self) { _ in Image() }"),
      ("a catch that awaits", ".catch { e in try await download(\"\\(e)\") }"),
      ("a recovery of the wrong type", ".recover { _ in \"x\" }"),
      ("a done that awaits", ".done { _ = try await download($0.name) }.map { Image() }"),
      (
        "a misspelled member in a nested chain",
        ".then { image in load(image.name).map { $0.daat.count }.map { fetch(String($0)) } }"
      ),
    ].map { Mistake("\($0), among others", $1, ofOptional: false, mixed: true) }
  }
#endif
