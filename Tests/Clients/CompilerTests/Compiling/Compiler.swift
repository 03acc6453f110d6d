// Runs the compiler on sources that use the library as it was built for these tests.

#if os(macOS) || os(Linux)
  import AsyncPromises
  import Foundation

  /// Type-checks sources against the module beside the running tests.
  struct Compiler: Sendable {
    /// `nil` if there is no compiler in the search path, or no module.
    static let ofThisBuild = Compiler()

    /// The folder of the package.
    static let package = URL(filePath: #filePath).appending(path: "../../../../..").standardized

    private let executable: URL
    private let modules: URL

    private init?() {
      guard let executable = Self.executable(named: "swiftc"),
        let modules = Self.folder(with: "AsyncPromises.swiftmodule")
      else { return nil }
      self.executable = executable
      self.modules = modules
    }

    /// The largest number of choices in one expression that costs the compiler no noticeable
    /// time.
    static let usualLimit = 20_000

    /// Has the compiler check `source`, in Swift 6 mode unless `flags` say otherwise.
    ///
    /// - Parameters:
    ///   - files: other sources of the same module.
    ///   - limit: the number of choices after which the compiler gives up on an expression; `nil`
    ///     for its default.
    func check(
      _ source: String, beside files: [URL] = [], flags: [String] = [],
      limit: Int? = Compiler.usualLimit
    ) async throws -> Compilation {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "AsyncPromises-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appending(path: "Client.swift")
      try Data(source.utf8).write(to: file)
      // Data races caused by sending are found only when the intermediate language is checked.
      let arguments = [
        "-swift-version", "6", "-parse-as-library", "-module-name", "Client", "-I", modules.path,
        "-whole-module-optimization", "-emit-sil", "-o", "/dev/null",
        "-stats-output-dir", folder.path,
      ]
      let limits = limit.map { ["-Xfrontend", "-solver-scope-threshold=\($0)"] } ?? []
      let diagnostics = try await run(
        arguments + limits + flags + (files + [file]).map(\.path),
        output: folder.appending(path: "Output"))
      let statistics = try Self.statistics(in: folder)
      return Compilation(
        diagnostics: diagnostics, scopes: statistics.compactMap(\.scopes).max() ?? 0,
        seconds: statistics.compactMap(\.seconds).max() ?? 0)
    }

    /// - Returns: the compiler's messages. Empty if there are none.
    private func run(_ arguments: [String], output: URL) async throws -> String {
      try Data().write(to: output)
      let handle = try FileHandle(forWritingTo: output)
      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      process.standardOutput = handle
      process.standardError = handle
      let end = Promise<Int32> { resolver in
        process.terminationHandler = { resolver.fulfill($0.terminationStatus) }
        try process.run()
      }
      let status = try await end.value
      try handle.close()
      let text = try String(contentsOf: output, encoding: .utf8)
      return status != 0 && text.isEmpty ? "the compiler failed with status \(status)" : text
    }

    /// The statistics written by the compiler's processes.
    private static func statistics(in folder: URL) throws -> [Statistics] {
      let files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      return try files.filter { $0.pathExtension == "json" }.map { file in
        try JSONDecoder().decode(Statistics.self, from: Data(contentsOf: file))
      }
    }

    private static func executable(named name: String) -> URL? {
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").lazy
        .map { URL(filePath: String($0)).appending(path: name) }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// The folder that contains `module`: a parent of the test bundle, or `Modules` in one.
    private static func folder(with module: String) -> URL? {
      var folder = Bundle(for: TestBundle.self).bundleURL.resolvingSymlinksInPath()
      while folder.path != "/" {
        for candidate in [folder.appending(path: "Modules"), folder]
        where FileManager.default.fileExists(atPath: candidate.appending(path: module).path) {
          return candidate
        }
        folder.deleteLastPathComponent()
      }
      return nil
    }
  }

  /// The compiler's messages about a source, and the work that checking it took.
  struct Compilation: Sendable {
    /// Empty when the source is accepted without a warning.
    let diagnostics: String
    /// The number of choices that the type checker tried, which is the same on every machine.
    let scopes: Int
    /// Processor time for checking the types of statements.
    let seconds: Double

    /// The last error of each line.
    var errors: [Int: String] {
      let errors = diagnostics.matches(of: /\.swift:(\d+):\d+: error: (.*)/)
      return Dictionary(errors.map { (Int($0.1) ?? 0, String($0.2)) }) { $1 }
    }
  }

  private struct Statistics: Decodable {
    let scopes: Int?
    let seconds: Double?

    enum CodingKeys: String, CodingKey {
      case scopes = "Sema.NumConstraintScopes"
      case seconds = "time.swift.typecheck-stmt.user"
    }
  }

  /// Identifies the tests' bundle. Any class in it would do.
  private final class TestBundle {}
#endif
