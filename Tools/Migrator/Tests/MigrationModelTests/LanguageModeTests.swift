// Which language mode a file is compiled in, according to manifests and projects.

import Foundation
import Testing

@testable import MigrationModel

@Suite("Language modes")
struct LanguageModeTests {
  @Test(
    "The mode of a manifest",
    arguments: [
      ("// swift-tools-version:5.3", true),
      ("// swift-tools-version: 6.0", false),
      ("import PackageDescription", false),
      ("// swift-tools-version:5.9\n.package(from: \"6.0.0\"), .watchOS(.v7)", true),
      ("// swift-tools-version:5.9\nswiftLanguageVersions: [.v5, .v6]", false),
      ("// swift-tools-version:5.9\nswiftLanguageVersions: [.version(\"6\")]", false),
      ("// swift-tools-version: 6.2\nswiftLanguageModes: [.v5]", true),
      ("// swift-tools-version: 6.2\nswiftLanguageModes: [.v5]; .swiftLanguageMode(.v6)", false),
      ("// swift-tools-version: 6.2\n.swiftLanguageMode(.v5)", false),
      ("// swift-tools-version:5.9\n.unsafeFlags([\"-swift-version\", \"6\"])", false),
      ("// swift-tools-version:5.9\n.unsafeFlags([\"-warnings-as-errors\"])", false),
      ("// swift-tools-version:5.9\n.treatAllWarnings(as: .error)", false),
    ])
  func manifest(text: String, isSwift5: Bool) {
    #expect(LanguageModes.isSwift5(manifest: text) == isSwift5)
  }

  @Test(
    "The mode of an Xcode project",
    arguments: [
      ("SWIFT_VERSION = 5.0;\n SWIFT_VERSION = 4.2;", true),
      ("SWIFT_VERSION = \"5.0\";", true),
      ("SWIFT_VERSION = 5.0;\n SWIFT_VERSION = 6.0;", false),
      ("SWIFT_VERSION = 5.0;\n SWIFT_TREAT_WARNINGS_AS_ERRORS = YES;", false),
      ("SWIFT_VERSION = 5.0;\n SWIFT_DEFAULT_ACTOR_ISOLATION = MainActor;", false),
      ("SWIFT_VERSION = 10.0;", false),
      ("INFOPLIST_FILE = Info.plist;", false),
    ])
  func project(text: String, isSwift5: Bool) {
    #expect(LanguageModes.isSwift5(project: text) == isSwift5)
  }

  @Test("The nearest manifest or project decides, up to the root of the repository")
  func nearest() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "modes-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let files = [
      "Package.swift": "// swift-tools-version:5.5",
      "Sources/App/a.swift": "",
      "Kit/Package.swift": "// swift-tools-version:6.0",
      "Kit/Sources/Kit/b.swift": "",
      "Apps/One.xcodeproj/project.pbxproj": "SWIFT_VERSION = 5.0;",
      "Apps/Two.xcodeproj/project.pbxproj": "SWIFT_VERSION = 6.0;",
      "Apps/One/c.swift": "",
      "Other/.git/config": "",
      "Other/d.swift": "",
    ]
    for (path, text) in files {
      let file = root.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let found = try SourceFinder.files(below: [root.path])
      .filter { !$0.path.hasSuffix("Package.swift") }
    #expect(found.map(\.isSwift5) == [false, false, false, true])
    #expect(
      found.map { URL(filePath: $0.path).lastPathComponent } == [
        "c.swift", "b.swift", "d.swift", "a.swift",
      ])
  }
}
