// Promise chains: counts a file part by part, with a retry and a time limit.

import AsyncPromises
import Foundation

/// The counts for a file. Works for binary files too, because it counts bytes.
struct Counts: Sendable {
  var lines = 0
  var words = 0
  var bytes = 0
  private var isInsideWord = false

  /// Adds the next part of a file. A word may continue from one part to the next.
  func adding(_ part: Data) -> Counts {
    var counts = self
    counts.bytes += part.count
    for byte in part {
      let isSpace = byte == UInt8(ascii: " ") || byte >= 0x09 && byte <= 0x0D
      if byte == UInt8(ascii: "\n") { counts.lines += 1 }
      if !isSpace && !counts.isInsideWord { counts.words += 1 }
      counts.isInsideWord = !isSpace
    }
    return counts
  }

  mutating func add(_ other: Counts) {
    lines += other.lines
    words += other.words
    bytes += other.bytes
  }
}

/// Counts a file. Retries once after a transient error; gives up after a minute.
///
/// When the time is up, the last consumer leaves the chain, so the chain is cancelled and reading
/// stops.
func count(_ file: URL) -> Promise<Counts> {
  Promise.retry(
    maxAttempts: 2, backoff: .constant(.milliseconds(100)),
    when: { error, _ in (error as? FileError)?.isTransient == true ? .retry : .stop }
  ) { _ in
    let reader = try FileReader(file)
    return count(reader).timeout(after: .seconds(60)).finally { reader.close() }
  }
}

/// Counts the rest of a file: a loop with one `then`, in constant memory.
func count(_ reader: FileReader, after counts: Counts = Counts()) -> Promise<Counts> {
  reader.next().then { part in
    part.isEmpty ? .fulfilled(counts) : count(reader, after: counts.adding(part))
  }
}

/// The files in a folder and its subfolders, sorted by name, without hidden files.
///
/// Includes items that can't be opened, such as folders without permission and broken links:
/// reading them fails with the reason.
func files(in folder: URL) -> [URL] {
  guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
    return [folder]
  }
  return names.filter { !$0.hasPrefix(".") }.sorted().flatMap { name in
    let item = folder.appending(path: name)
    if fileType(of: item) == .typeDirectory { return files(in: item) }

    // A link to a folder may lead to an enclosing folder; a pipe or a device may never end.
    switch fileType(of: item.resolvingSymlinksInPath()) {
    case .typeRegular, .typeSymbolicLink, nil: return [item]
    default: return []
    }
  }
}

func fileType(of item: URL) -> FileAttributeType? {
  try? FileManager.default.attributesOfItem(atPath: item.path)[.type] as? FileAttributeType
}

/// The path, starting with the folder's name, without characters that affect a terminal.
func name(of file: URL, in folder: URL) -> String {
  let path = file.pathComponents.dropFirst(folder.pathComponents.count - 1)
  let scalars = path.joined(separator: "/").unicodeScalars.map {
    $0.properties.generalCategory == .control ? "?" : $0
  }
  return String(String.UnicodeScalarView(scalars))
}
