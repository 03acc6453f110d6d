// Finds the Swift files below the given paths, and reads them.

import Foundation

/// A file to read.
struct FoundFile: Sendable {
  let path: String
  let module: ModuleName
  /// Whether it is compiled in the Swift 5 language mode, in which using values that aren't
  /// `Sendable` is not an error.
  var isSwift5 = false
  /// The modules of the program that have a library's names.
  var aliases: [String: Library] = [:]
}

/// A file that was skipped, and why.
package struct SkippedFile: Codable, Hashable, Sendable {
  package let file: String
  package let why: String
}

/// The error for a path that doesn't exist or can't be read.
package struct PathError: Error, CustomStringConvertible {
  package let description: String
}

enum SourceFinder {
  /// Folders of third-party code, which are skipped unless they are named explicitly.
  private static let leftOut: Set<String> = [
    "Carthage", "Pods", "checkouts", "Checkouts", "DerivedData", "SourcePackages",
  ]

  /// All Swift files below the paths, sorted and without duplicates.
  static func files(below paths: [String]) throws(PathError) -> [FoundFile] {
    var found: [String: FoundFile] = [:]
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw PathError(description: "no such file or folder: \(path)")
      }
      let root = URL(fileURLWithPath: path).standardizedFileURL.pathComponents
      if isFolder.boolValue {
        let base = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        try read(folder: base, below: [], root: root, into: &found)
      } else {
        let module = ModuleName(below: [], root: Array(root.dropLast()))
        found[path] = FoundFile(path: path, module: module)
      }
    }
    var modes = LanguageModes()
    return found.values.sorted { $0.path < $1.path }.map { file in
      FoundFile(path: file.path, module: file.module, isSwift5: modes.isSwift5(file.path))
    }
  }

  private static func read(
    folder: String, below components: [String], root: [String],
    into found: inout [String: FoundFile]
  ) throws(PathError) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw PathError(description: "can't read the folder \(folder)")
    }
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = folder == "." ? name : folder == "/" ? "/\(name)" : "\(folder)/\(name)"
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      switch attributes?[.type] as? FileAttributeType {
      case .typeDirectory? where !leftOut.contains(name):
        try read(folder: path, below: components + [name], root: root, into: &found)
      case .typeRegular? where name.hasSuffix(".swift"):
        let module = ModuleName(below: components, root: root)
        found[path] = FoundFile(path: path, module: module)
      default: break  // including links, whose targets are read at their own paths
      }
    }
  }

  /// The file's text, or why it can't be read.
  static func text(of file: FoundFile) -> Result<String, SkippedFileError> {
    guard let data = FileManager.default.contents(atPath: file.path) else {
      return .failure(SkippedFileError(why: "can't be read"))
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      return .failure(SkippedFileError(why: "is not UTF-8"))
    }
    return .success(text)
  }

  struct SkippedFileError: Error {
    let why: String
  }
}
