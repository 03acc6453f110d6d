// Promise chain: the parts of a file one after the other, the files four at a time.

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

/// Starts to count the files; their promises are there at once, in the same order.
///
/// Each file waits for the one `lanes` places before it. That makes as many lanes, and in each of
/// them one file is read after the other.
func count(_ files: [URL], lanes: Int = 4) -> [Promise<Counts>] {
  var promises: [Promise<Counts>] = []
  for (index, file) in files.enumerated() {
    let turn = index < lanes ? .fulfilled : promises[index - lanes].settled
    promises.append(
      turn.map { try FileReader(file) }
        .then { reader in count(reader).finally { reader.close() } })
  }
  return promises
}

/// Counts what is left of a file: a loop made of one `then`, in constant memory.
func count(_ reader: FileReader, after counts: Counts = Counts()) -> Promise<Counts> {
  reader.next().then { part in
    part.isEmpty ? .fulfilled(counts) : count(reader, after: counts.adding(part))
  }
}

extension Promise {
  /// Fulfilled when this promise is settled: a lane goes on after a file that can't be read.
  var settled: Promise<Void> {
    map { _ in }.recover { _ in }
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
