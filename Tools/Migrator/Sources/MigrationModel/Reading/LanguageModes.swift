// Finds the language mode of a file: its package manifest or Xcode project specifies it.

import Foundation

/// Reads each manifest and project once.
struct LanguageModes {
  /// Whether the manifest or the projects of a folder say Swift 5; nil in a folder without any.
  private var known: [String: Bool?] = [:]

  /// Whether the code is certainly compiled in the Swift 5 language mode or an earlier one, without
  /// treating warnings as errors. The nearest folder with a manifest or a project decides, up to
  /// the root of the repository.
  mutating func isSwift5(_ path: String) -> Bool {
    var folder = URL(fileURLWithPath: path).standardizedFileURL
    repeat {
      folder.deleteLastPathComponent()
      if let mode = mode(of: folder) { return mode }
    } while folder.path != "/"
      && !FileManager.default.fileExists(atPath: folder.appendingPathComponent(".git").path)
    return false
  }

  private mutating func mode(of folder: URL) -> Bool? {
    if let mode = known[folder.path] { return mode }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let modes = names.compactMap { name -> Bool? in
      let file = folder.appendingPathComponent(name)
      if name == "Package.swift" { return Self.text(of: file).map(Self.isSwift5(manifest:)) }
      guard name.hasSuffix(".xcodeproj") else { return nil }
      return Self.text(of: file.appendingPathComponent("project.pbxproj"))
        .map(Self.isSwift5(project:))
    }
    let mode = modes.isEmpty ? nil : !modes.contains(false)
    known[folder.path] = .some(mode)
    return mode
  }

  private static func text(of file: URL) -> String? {
    FileManager.default.contents(atPath: file.path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The list of modes for all targets decides, or else the tools version. A later mode of a
  /// single target, or warnings treated as errors, may apply to any file.
  static func isSwift5(manifest text: String) -> Bool {
    guard let version = text.firstMatch(of: /swift-tools-version:\s*(\d+)/),
      let major = Int(version.1)
    else { return false }
    let exceptions = /swiftLanguage(Mode|Version)\(\s*\.v(ersion\(")?[6-9]|-swift-version/
    if text.contains(exceptions) || text.contains(/warnings-as-errors|treat(All)?Warnings?\(/) {
      return false
    }
    guard let list = text.firstMatch(of: /swiftLanguage(Modes|Versions)\s*:\s*\[([^\]]*)\]/) else {
      return major < 6
    }
    return !list.2.contains(/\.v(ersion\(")?[6-9]/)
  }

  /// All of the project's settings must say so.
  static func isSwift5(project text: String) -> Bool {
    let majors = text.matches(of: /SWIFT_VERSION = "?(\d+)/).map { Int($0.1) ?? .max }
    return !majors.isEmpty && majors.allSatisfy { $0 < 6 }
      && !text.contains(
        /SWIFT_(TREAT_WARNINGS_AS_ERRORS = YES|DEFAULT_ACTOR_ISOLATION = MainActor)/)
  }
}
