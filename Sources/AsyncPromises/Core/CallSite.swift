// The line of source code where a promise was created.

/// A line of a source file, packed into one word.
package struct CallSite: Sendable, Equatable, CustomStringConvertible {
  /// From the highest bit: the address of the file name, fifteen bits for the line, and a bit that
  /// is always set.
  let bits: UInt64

  private static let lines: UInt64 = 0x7FFF

  @inline(__always)
  package init(_ fileID: StaticString, _ line: UInt) {
    let address = UInt64(UInt(bitPattern: fileID.utf8Start))
    bits = address << 16 | min(UInt64(line), Self.lines) << 1 | 1
  }

  init(bits: UInt64) {
    self.bits = bits
  }

  package var description: String { "\(file)\(line == 0 ? "" : ":\(line)")" }

  /// The file, in the format of `#fileID`.
  package var file: String {
    // SAFETY: the word was created from a `StaticString` with a pointer, which ends with a zero
    // byte and lives as long as the process. Static data has 48-bit addresses on all supported
    // platforms.
    let name = UnsafePointer<CChar>(bitPattern: UInt(truncatingIfNeeded: bits >> 16)).map {
      String(cString: $0)
    }
    return name ?? "an unnamed file"
  }

  /// The line; zero for a function passed by name.
  package var line: UInt64 { bits >> 1 & Self.lines }
}

/// Used, with line zero, as the file of a call whose site is unknown because the function was
/// passed by name.
@usableFromInline
package let passedByName: StaticString = "a function passed by name"
