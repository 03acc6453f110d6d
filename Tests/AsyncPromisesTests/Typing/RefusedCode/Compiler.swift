// The compiler, run on a source that uses the library as this build has built it.

#if os(macOS) || os(Linux)
  import AsyncPromises
  import Foundation

  /// Type-checks sources against the module beside the running tests.
  struct Compiler: Sendable {
    /// `nil` where there is no compiler in the search path, or no module.
    static let ofThisBuild = Compiler()

    private let executable: URL
    private let modules: URL

    private init?() {
      guard let executable = Self.executable(named: "swiftc"),
        let modules = Self.folder(with: "AsyncPromises.swiftmodule")
      else { return nil }
      self.executable = executable
      self.modules = modules
    }

    /// What the compiler says of `source` in Swift 6 mode. Empty when it accepts it.
    func diagnostics(of source: String) async throws -> String {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "AsyncPromises-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appending(path: "Client.swift")
      let output = folder.appending(path: "Diagnostics.txt")
      try Data(source.utf8).write(to: file)
      try Data().write(to: output)

      let process = Process()
      process.executableURL = executable
      // Data races by sending are found when the intermediate language is checked, not before.
      process.arguments = [
        "-swift-version", "6", "-parse-as-library", "-emit-sil", "-o", "/dev/null",
        "-module-name", "Client", "-I", modules.path, file.path,
      ]
      let handle = try FileHandle(forWritingTo: output)
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

    private static func executable(named name: String) -> URL? {
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").lazy
        .map { URL(filePath: String($0)).appending(path: name) }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// The folder that holds `module`: one above the bundle of the tests, or `Modules` in it.
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

  /// Any class of the tests tells the bundle that they are in.
  private final class TestBundle {}
#endif
