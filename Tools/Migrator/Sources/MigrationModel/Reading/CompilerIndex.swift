// What each name in the sources means to the compiler, from the index of a build.

import CIndexStore
import Foundation
import SwiftParser
import SwiftSyntax

/// The error for an index that can't be read.
package struct IndexError: Error, CustomStringConvertible, Sendable {
  package let description: String
}

/// The symbols that the names in the sources refer to, according to the last build.
///
/// It contains nothing about files that have changed since that build.
package struct CompilerIndex: Sendable {
  private struct Spot: Hashable, Sendable {
    let line: UInt32
    let column: UInt32
  }

  /// The symbols in each file, by its path as given to the tool.
  private let symbols: [String: [Spot: Set<String>]]
  /// Files that have changed since the build.
  package let outdated: [String]

  /// Reads the index of a build.
  ///
  /// - Parameter build: the folder of an index, or of a build that contains one, such as
  ///   `.build/debug`.
  package init(build: String, files: [String]) throws(IndexError) {
    let folder = try Self.folder(in: build)
    let store = try Store(try Self.toolchainLibrary(), folder)
    defer { store.close() }
    var names: [String: [String]] = [:]
    for file in files { names[Self.realPath(file), default: []].append(file) }
    var symbols: [String: [Spot: Set<String>]] = [:]
    var outdated: Set<String> = []
    for (path, records) in store.records {
      guard let named = names[path], let newest = records.max(by: { $0.seconds < $1.seconds })
      else { continue }
      guard Self.modification(of: path) <= Double(newest.seconds) + 1 else {
        outdated.formUnion(named)
        continue
      }
      // A file that several targets compile has a record for each.
      var found: [Spot: Set<String>] = [:]
      for record in records {
        store.read(record.name) { line, column, symbol in
          found[Spot(line: line, column: column), default: []].insert(symbol)
        }
      }
      for name in named { symbols[name] = found }
    }
    self.symbols = symbols
    self.outdated = outdated.sorted()
  }

  /// The declarations that a name refers to, in readable form: `App.Server.user() ->
  /// Promises.Promise<Int>`.
  func declarations(at place: Place) -> [String] {
    let spot = Spot(line: UInt32(place.line), column: UInt32(place.column))
    return (symbols[place.file]?[spot] ?? []).sorted().compactMap { symbol in
      guard let text = index_demangle("$s" + symbol.dropFirst(2)) else { return nil }
      defer { free(text) }
      return String(cString: text)
    }
  }

  // MARK: Folders

  private static func folder(in build: String) throws(IndexError) -> String {
    for path in [build, build + "/index/store", build + "/Index.noindex/DataStore"] {
      let units = path + "/v5/units"
      if FileManager.default.fileExists(atPath: units) { return path }
    }
    throw IndexError(
      description: "no index in \(build): build first, then name a folder such as .build/debug")
  }

  /// The index library of the first toolchain in `PATH` that has one.
  private static func toolchainLibrary() throws(IndexError) -> String {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for folder in folders {
      let swift = realPath("\(folder)/swiftc")
      let library = URL(filePath: swift).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "lib/libIndexStore.so").path
      for path in [library, library.replacing(".so", with: ".dylib")]
      where FileManager.default.fileExists(atPath: path) {
        return path
      }
    }
    throw IndexError(description: "found no libIndexStore next to any swiftc in PATH")
  }

  private static func realPath(_ path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }

  private static func modification(of path: String) -> Double {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? .infinity
  }
}

/// The C interface, with closures.
private struct Store {
  struct Record {
    let name: String
    let seconds: Int64
  }

  private let store: index_store_t

  init(_ library: String, _ folder: String) throws(IndexError) {
    var message: UnsafeMutablePointer<CChar>?
    guard let store = index_store_open(library, folder, &message) else {
      defer { free(message) }
      let why = message.map { String(cString: $0) } ?? ""
      throw IndexError(description: "can't read the index in \(folder) with \(library): \(why)")
    }
    self.store = store
  }

  func close() { index_store_close(store) }

  /// The records of each file.
  var records: [String: [Record]] {
    final class Records { var list: [String: [Record]] = [:] }
    let records = Records()
    index_store_files(store, Unmanaged.passUnretained(records).toOpaque()) {
      context, file, fileLength, record, recordLength, seconds in
      let records = Unmanaged<Records>.fromOpaque(context).takeUnretainedValue()
      records.list[String(file, fileLength), default: []]
        .append(Record(name: String(record, recordLength), seconds: seconds))
    }
    return records.list
  }

  /// Reads the Swift symbols in a record.
  func read(_ record: String, _ found: (UInt32, UInt32, String) -> Void) {
    final class Symbols { var list: [(UInt32, UInt32, String)] = [] }
    let symbols = Symbols()
    _ = index_store_symbols(store, record, Unmanaged.passUnretained(symbols).toOpaque()) {
      context, line, column, symbol, length in
      let symbols = Unmanaged<Symbols>.fromOpaque(context).takeUnretainedValue()
      let name = String(symbol, length)
      if name.hasPrefix("s:") { symbols.list.append((line, column, name)) }
    }
    for (line, column, symbol) in symbols.list { found(line, column, symbol) }
  }
}

extension String {
  fileprivate init(_ bytes: UnsafePointer<CChar>, _ count: Int) {
    self.init(
      decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}
