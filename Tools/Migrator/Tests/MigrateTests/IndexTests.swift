// Types that the text doesn't reveal, read from a build's index.

import Foundation
import Testing

@Suite("--index")
struct IndexTests {
  /// Stand-ins for a library, and for a module whose sources aren't passed.
  private static let modules = [
    "PromiseKit.swift": """
    public final class Promise<T> {
      public init() {}
      public func ensure(_ body: () -> Void) -> Promise<T> { self }
      public func map<U>(_ body: (T) -> U) -> Promise<U> { Promise<U>() }
    }
    """,
    "Network.swift": """
    import PromiseKit
    public struct Server {
      public init() {}
      public func get<Model>(_ type: Model.Type) -> Promise<Model> { Promise() }
      public func text() -> Promise<String> { Promise() }
      public var words: [String] { [] }
      public var state: Promise<[Int]> { Promise() }
    }
    """,
  ]

  private static let app = """
    import Network
    import PromiseKit

    func run(_ server: Server) {
      _ = server.text().ensure { print("text") }
      _ = server.get(Int.self).ensure { print("number") }
      _ = server.state.ensure { print("state") }
      _ = server.words.map { $0 }
    }

    """

  /// Compiles the modules, and the app with an index.
  private func built(_ body: (_ folder: String) throws -> Void) throws {
    try withFiles(Self.modules) { folder in
      func compile(_ arguments: String...) throws {
        let outcome = try run(["swiftc", "-I", folder] + arguments)
        try #require(outcome.status == 0, "\(outcome.complaints)")
      }
      for module in ["PromiseKit", "Network"] {
        try compile(
          "-emit-module", "-module-name", module, "-o", "\(folder)/\(module).swiftmodule",
          "\(folder)/\(module).swift")
      }
      let sources = folder + "/Sources/App"
      try FileManager.default.createDirectory(
        atPath: sources, withIntermediateDirectories: true)
      try Data(Self.app.utf8).write(to: URL(fileURLWithPath: sources + "/App.swift"))
      try compile(
        "-c", "-module-name", "App", "-index-store-path", "\(folder)/index/store", "-o",
        "\(folder)/App.o", sources + "/App.swift")
      try body(folder)
    }
  }

  @Test("M2: another module's types are unknown without a build, whose index supplies them")
  func types() throws {
    try built { folder in
      let arguments = ["rewrite", "--from", "promisekit", "--to", "promises", "\(folder)/Sources"]
      let blind = try migrate(arguments)
      #expect(!blind.output.contains("finally"))
      #expect(blind.complaints.contains("the given sources leave open"))
      let seeing = try migrate(arguments + ["--index", folder])
      #expect(seeing.output.split(separator: "\n").count { $0.contains(".finally") } == 3)
      #expect(seeing.complaints.contains("3 of 3 chains rewritten"))
    }
  }

  @Test("M2: nothing is looked up for a file that changed after the build")
  func outdated() throws {
    try built { folder in
      let file = folder + "/Sources/App/App.swift"
      try FileManager.default.setAttributes(
        [.modificationDate: Date.now.addingTimeInterval(60)], ofItemAtPath: file)
      let outcome = try migrate(
        ["rewrite", "--from", "promisekit", "--to", "promises", "--index", folder, file])
      #expect(!outcome.output.contains("finally"))
      #expect(outcome.complaints.contains("changed after the build"))
    }
  }
}
