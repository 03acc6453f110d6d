// Reports of sources that are given as text.

@testable import MigrationModel

/// The report of the given files.
func report(_ files: [String: String]) -> Report {
  Report(
    Analysis.run(sources: files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }), paths: [])
}

/// The report of one file, beside another that declares functions such as `load`, which returns a
/// promise of numbers, and `next`, which takes them.
func promiseKit(_ text: String) -> Report {
  report([
    "App/Declarations.swift": """
    import PromiseKit
    func load() -> Promise<[Int]> { fatalError() }
    func next(_ number: [Int]) -> Promise<String> { fatalError() }
    func sure() -> Guarantee<Int> { fatalError() }
    let others: [Promise] = []
    func nothing() -> Promise<Void> { fatalError() }
    func use<T>(_ value: T) {}
    """,
    "App/Text.swift": "import PromiseKit\n" + text,
  ])
}

func google(_ text: String) -> Report {
  report([
    "App/Declarations.swift": """
    import Promises
    func load() -> Promise<[Int]> { fatalError() }
    func next(_ number: [Int]) -> Promise<String> { fatalError() }
    func use<T>(_ value: T) {}
    """,
    "App/Text.swift": "import Promises\n" + text,
  ])
}

func bolts(_ text: String) -> Report {
  report([
    "App/Declarations.swift": """
    import BoltsSwift
    func load() -> Task<[Int]> { fatalError() }
    func next(_ number: [Int]) -> Task<String> { fatalError() }
    """,
    "App/Text.swift": "import BoltsSwift\n" + text,
  ])
}

extension Report {
  var only: LibraryReport { libraries.first ?? LibraryReport(.promiseKit, Findings()) }

  /// The heads and links of all chains and calls, with their replacements or why they are kept.
  var verdicts: [String] {
    (only.chains + only.calls)
      .sorted { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
      .map { chain in
        let head =
          chain.head.reason.map { "\(chain.head.name): \($0.rawValue)" }
          ?? chain.head.rewrite.map { "\(chain.head.name): \($0)" } ?? chain.head.name
        return
          ([head] + chain.links.map { "\($0.name): \($0.reason?.rawValue ?? $0.rewrite ?? "")" })
          .joined(separator: " | ")
      }
  }
}
