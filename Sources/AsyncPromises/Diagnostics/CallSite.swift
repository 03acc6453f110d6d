// A line of source code, where a promise was made.

/// A line of a source file, in one word.
struct CallSite: Sendable, Equatable, CustomStringConvertible {
  /// From the top: the address of the file name, fifteen bits for the line, a set bit.
  let bits: UInt64

  private static let lines: UInt64 = 0x7FFF

  /// - Parameters:
  ///   - fileID: as `#fileID` writes it.
  ///   - line: the line, capped at 32,767.
  @inline(__always)
  init(_ fileID: StaticString, _ line: UInt) {
    let address = UInt64(UInt(bitPattern: fileID.utf8Start))
    bits = address << 16 | min(UInt64(line), Self.lines) << 1 | 1
  }

  init(bits: UInt64) {
    self.bits = bits
  }

  var description: String { "\(file)\(line == 0 ? "" : ":\(line)")" }

  /// The file, as `#fileID` writes it.
  var file: String {
    // SAFETY: the word was made of a `StaticString` that has a pointer, which ends with a zero and
    // lives as long as the process. Addresses of static data have 48 bits on all platforms of ours.
    let name = UnsafePointer<CChar>(bitPattern: UInt(bits >> 16)).map { String(cString: $0) }
    return name ?? "a file without a name"
  }

  /// The line; zero for a function that is passed by its name.
  var line: UInt64 { bits >> 1 & Self.lines }
}

/// Stands for the file, with line zero, of a function passed by name: its call site is unknown.
@usableFromInline
package let passedByName: StaticString = "a function passed by its name"
