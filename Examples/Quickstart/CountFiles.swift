// Promise chain: the parts of a file one after the other, with a second attempt and a time limit.

import AsyncPromises
import Foundation

/// What there is in a file, whether text or not: everything is counted in bytes.
struct Counts: Sendable {
  var lines = 0
  var words = 0
  var bytes = 0
  private var isInsideWord = false

  /// Goes on with the next part of a file. A word may reach from one part into the next.
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

/// Counts a file: again if the system was only busy, and not for ever if the file has no end.
///
/// When the time is up, nobody is interested in the chain any more: it is cancelled, and with it
/// the reading at its beginning.
func count(_ file: URL) -> Promise<Counts> {
  Promise.retry(
    maxAttempts: 2, backoff: .constant(.milliseconds(100)),
    when: { error, _ in (error as? FileError)?.isTransient == true ? .retry : .stop }
  ) { _ in
    let reader = try FileReader(file)
    return count(reader).timeout(after: .seconds(60)).finally { reader.close() }
  }
}

/// Counts what is left of a file: a loop made of one `then`, in constant memory.
func count(_ reader: FileReader, after counts: Counts = Counts()) -> Promise<Counts> {
  reader.next().then { part in
    part.isEmpty ? .fulfilled(counts) : count(reader, after: counts.adding(part))
  }
}

/// The files in a folder and below it, sorted by name, without the hidden ones.
///
/// What can't be looked into, such as a folder without permission or a link that leads nowhere, is
/// among them: to read it will say why.
func files(in folder: URL) -> [URL] {
  guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
    return [folder]
  }
  return names.filter { !$0.hasPrefix(".") }.sorted().flatMap { name in
    let item = folder.appending(path: name)
    if fileType(of: item) == .typeDirectory { return files(in: item) }

    // A folder behind a link may be one that we are in; a pipe or a device may never end.
    switch fileType(of: item.resolvingSymlinksInPath()) {
    case .typeRegular, .typeSymbolicLink, nil: return [item]
    default: return []
    }
  }
}

func fileType(of item: URL) -> FileAttributeType? {
  try? FileManager.default.attributesOfItem(atPath: item.path)[.type] as? FileAttributeType
}

/// The path from the folder's own name on, without characters that would upset a terminal.
func name(of file: URL, in folder: URL) -> String {
  let path = file.pathComponents.dropFirst(folder.pathComponents.count - 1)
  let scalars = path.joined(separator: "/").unicodeScalars.map {
    $0.properties.generalCategory == .control ? "?" : $0
  }
  return String(String.UnicodeScalarView(scalars))
}
