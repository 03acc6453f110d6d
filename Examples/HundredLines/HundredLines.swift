// Counts the lines and bytes of the files in a folder, all concurrently.
//
//     swift run HundredLines [folder]

import Dispatch
import Foundation
import PromiseOperators

struct Count: Sendable {
  let name: String
  let lines: Int
  let bytes: Int
}

/// The files in a folder, sorted by name.
let list: AsyncFunction<URL, [URL]> = { folder, done in
  DispatchQueue.global().async {
    done(
      Result {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return names.sorted().map { folder.appending(path: $0) }.filter { !$0.isFolder }
      })
  }
}

let read: AsyncFunction<URL, Data> = { file, done in
  DispatchQueue.global().async { done(Result { try Data(contentsOf: file) }) }
}

let countLines: AsyncFunction<Data, Int> = { data, done in
  DispatchQueue.global().async { done(.success(data.count { $0 == UInt8(ascii: "\n") })) }
}

let countBytes: AsyncFunction<Data, Int> = { data, done in done(.success(data.count)) }

/// Reads a file, then counts its lines and bytes concurrently.
func count(_ file: URL) -> SmallPromise<Count> {
  SmallPromise(read +> countLines <> countBytes, file)
    .map { lines, bytes in Count(name: file.lastPathComponent, lines: lines, bytes: bytes) }
    .catch { error in Count(name: "\(file.lastPathComponent): \(error)", lines: 0, bytes: 0) }
}

func report(_ folder: URL) -> SmallPromise<[Count]> {
  SmallPromise(list, folder)
    .then { files in SmallPromise.all(files.map(count)) }
    .map { counts in
      let (lines, bytes) = counts.reduce((0, 0)) { ($0.0 + $1.lines, $0.1 + $1.bytes) }
      return counts + [Count(name: "\(counts.count) files", lines: lines, bytes: bytes)]
    }
}

@main
struct HundredLines {
  static func main() async {
    let argument = CommandLine.arguments.dropFirst().first
    let folder = argument.map { URL(filePath: $0) } ?? URL(filePath: #filePath + "/..")
    do {
      for row in try await awaiting(report(folder.standardizedFileURL).work)(()) {
        print(column(row.lines), column(row.bytes), row.name)
      }
    } catch {
      FileHandle.standardError.write(Data("HundredLines: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func column(_ number: Int) -> String {
    String(repeating: " ", count: max(0, 8 - "\(number)".count)) + "\(number)"
  }
}

extension URL {
  fileprivate var isFolder: Bool {
    (try? resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
  }
}
