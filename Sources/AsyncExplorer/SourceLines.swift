// Source lines for reports, where the program has them.

#if ORDERS_JOBS && compiler(>=6.3)
  import CTaskHooks
  import Foundation

  /// Asks the toolchain's `llvm-symbolizer`, if it is there, for the lines of the program's code.
  final class SourceLines: @unchecked Sendable {
    static let shared = SourceLines()

    private let lock = NSLock()
    private lazy var symbolizer = symbolizer_start()
    private var known: [CodeAddress: String?] = [:]

    /// - Returns: `File.swift:12`, or `nil` if the line isn't known.
    func line(of address: CodeAddress) -> String? {
      lock.withLock {
        if let line = known[address] { return line }
        let line =
          find(address) ?? SymbolTable.shared.function(wrappedAt: address).flatMap(find)
        known[address] = .some(line)
        return line
      }
    }

    private func find(_ address: CodeAddress) -> String? {
      var base: UnsafeRawPointer?
      _ = code_symbol(address.pointer, &base)
      guard let base, code_is_of_program(base) != 0, symbolizer >= 0 else { return nil }
      let answer = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { answer in
        guard let start = answer.baseAddress,
          symbolizer_ask(symbolizer, UInt(address.pointer - base), start, Int32(answer.count)) != 0
        else {
          symbolizer = -1
          return ""
        }
        return String(cString: start)
      }
      // Code from the compiler or a macro has no line in a file, or line zero.
      let parts = answer.split(separator: "\n").first?.split(separator: ":") ?? []
      guard parts.count == 3, parts[0].hasSuffix(".swift"), !parts[0].hasPrefix("@"),
        parts[1] != "0"
      else { return nil }
      return "\(parts[0]):\(parts[1])"
    }
  }
#endif
