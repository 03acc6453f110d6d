// Function names for reports.

#if ORDERS_JOBS && compiler(>=6.3)
  import CTaskHooks
  import Foundation

  /// A named function.
  struct CodeName: Hashable {
    /// `Cache.image(_:)`, or `closure #1 in Cache.image(_:)`.
    let text: String
    let module: String

    /// Whether it belongs to the code under exploration rather than to the machinery around it.
    var isOfBody: Bool { !module.isEmpty && !Self.carriers.contains(module) }

    private static let carriers: Set<String> = [
      "Swift", "_Concurrency", "Testing", "XCTest", "Foundation", "Dispatch", "AsyncExplorer",
      "AsyncPromises", "AsyncPromisesTesting", "AsyncPromisesSwiftTesting",
    ]

    private static let lock = NSLock()
    nonisolated(unsafe) private static var known: [CodeAddress: CodeName?] = [:]

    /// - Returns: `nil` if the program has no name for the address.
    init?(_ address: CodeAddress) {
      let known = Self.lock.withLock { Self.known[address] } ?? Self.find(address)
      Self.lock.withLock { Self.known[address] = .some(known) }
      guard let known else { return nil }
      self = known
    }

    private static func find(_ address: CodeAddress) -> CodeName? {
      guard let symbol = SymbolTable.shared.symbol(at: address), let name = code_demangle(symbol)
      else { return nil }
      defer { free(name) }
      return CodeName(demangled: String(cString: name))
    }

    /// - Parameter name: the name as demangled by the runtime, with all parameter types.
    init(demangled name: String) {
      var rest = Substring(name)
      // The compiler's wrappers are skipped: parts of a function, or ways to call it.
      while let end = Self.endOfWrapper(rest) { rest = rest[end...] }
      var closures = ""
      while let end = Self.endOfClosure(rest) {
        if rest.hasPrefix("closure") {
          closures += rest.split(separator: " ").prefix(2).joined(separator: " ") + " in "
        }
        rest = rest[end...]
      }
      while let end = Self.endOfWrapper(rest) { rest = rest[end...] }
      let (module, function) = Self.function(rest)
      // A closure that is in no function is in the module itself.
      let isAtTopLevel = module.isEmpty && !closures.isEmpty && rest.allSatisfy(\.isIdentifier)
      self.module = isAtTopLevel ? function : module
      text = closures + (isAtTopLevel ? "top-level code" : function)
    }

    private static func endOfWrapper(_ text: Substring) -> Substring.Index? {
      if text.hasPrefix("("), let part = text.range(of: " partial function for ") {
        return part.upperBound
      }
      let wrapper = wrappers.first { text.hasPrefix($0) }
      return wrapper.map { text.index(text.startIndex, offsetBy: $0.count) }
    }

    private static let wrappers = [
      "partial apply forwarder for ", "async function pointer to ", "dispatch thunk of ",
      "function signature specialization of ", "merged ", "static ",
      "variable initialization expression of ",
    ]

    /// Returns where the name continues after a closure's prefix.
    private static func endOfClosure(_ text: Substring) -> Substring.Index? {
      guard text.hasPrefix("closure #") || text.hasPrefix("implicit closure #") else { return nil }
      var brackets = Brackets()
      for index in text.indices {
        brackets.read(text[index])
        if brackets.depth == 0, text[index...].hasPrefix(" in ") {
          return text.index(index, offsetBy: 4)
        }
      }
      return nil
    }

    /// Returns the module, and the name with its parameter labels. Compiler-generated functions
    /// have no module.
    private static func function(_ text: Substring) -> (module: String, name: String) {
      var text = String(text)
      if text.hasPrefix("reabstraction thunk") || text.contains("$s") {
        return ("", text)
      }
      if text.hasPrefix("(extension in "), let end = text.range(of: "):") {
        text = String(text[end.upperBound...])
      }
      text = text.replacing(/\((\w+) in _[0-9A-F]+\)/) { String($0.output.1) }
      let open = text.firstIndex(of: "(")
      var path = String(text[..<(open ?? text.firstIndex(of: " ") ?? text.endIndex)])
      if let generic = path.firstIndex(of: "<") { path = String(path[..<generic]) }
      let labels = open.map { "(" + Self.labels(of: text[$0...]) + ")" } ?? ""
      guard let dot = path.firstIndex(of: ".") else { return ("", path + labels) }
      return (String(path[..<dot]), path[path.index(after: dot)...] + labels)
    }

    /// Returns the labels of the first parameter list in `text`.
    private static func labels(of text: Substring) -> String {
      var (brackets, labels, parameter) = (Brackets(), "", "")
      func label() -> String {
        guard !parameter.isEmpty else { return "" }
        let name = parameter.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        return parameter.dropFirst(name.count).hasPrefix(":") ? "\(name):" : "_:"
      }
      for character in text {
        brackets.read(character)
        if brackets.depth == 0 { break }
        if brackets.depth == 1, character == "," {
          labels += label()
          parameter = ""
        } else if !(brackets.depth == 1 && "( ".contains(character)) {
          parameter.append(character)
        }
      }
      return labels + label()
    }
  }

  extension Character {
    fileprivate var isIdentifier: Bool { isLetter || isNumber || self == "_" }
  }

  /// Counts the open brackets while a type is read.
  private struct Brackets {
    private(set) var depth = 0
    private var last: Character = " "

    mutating func read(_ character: Character) {
      switch character {
      case "(", "<", "[": depth += 1
      case ")", "]": depth -= 1
      // Otherwise it is part of an arrow.
      case ">" where last != "-": depth -= 1
      default: break
      }
      last = character
    }
  }

  /// The program's functions by address, including unexported ones.
  final class SymbolTable: @unchecked Sendable {
    static let shared = SymbolTable()

    private struct Symbol {
      let address: UInt
      let size: UInt
      let name: UInt
    }

    private let file: UnsafeRawBufferPointer
    private let strings: Int
    private let symbols: [Symbol]

    private init() {
      var size = 0
      file = UnsafeRawBufferPointer(start: program_file(&size), count: size)
      (symbols, strings) = Self.read(file)
    }

    func symbol(at address: CodeAddress) -> String? {
      var base: UnsafeRawPointer?
      let exported = code_symbol(address.pointer, &base)
      guard let base, code_is_of_program(base) != 0 else {
        return exported.map { String(cString: $0) }
      }
      let offset = UInt(bitPattern: address.pointer) - UInt(bitPattern: base)
      var (low, high) = (0, symbols.count)
      while low < high {
        let middle = (low + high) / 2
        if symbols[middle].address <= offset { low = middle + 1 } else { high = middle }
      }
      guard low > 0, offset < symbols[low - 1].address + max(symbols[low - 1].size, 1) else {
        return nil
      }
      let start = strings + Int(symbols[low - 1].name)
      return String(decoding: file[start...].prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Returns the function that a compiler-generated wrapper calls with a closure's captures.
    func function(wrappedAt address: CodeAddress) -> CodeAddress? {
      var base: UnsafeRawPointer?
      _ = code_symbol(address.pointer, &base)
      guard let base, let wrapper = symbol(at: address), wrapper.hasSuffix("TA") else { return nil }
      let name = Array(wrapper.dropLast(2).utf8) + [0]
      let found = symbols.first { file[(strings + Int($0.name))...].starts(with: name) }
      return found.flatMap { CodeAddress(base + Int($0.address)) }
    }

    /// Returns the sorted symbols of a 64-bit ELF file, and where their names begin.
    private static func read(_ file: UnsafeRawBufferPointer) -> ([Symbol], Int) {
      func number<N: FixedWidthInteger>(_ offset: Int, _: N.Type) -> Int? {
        guard offset >= 0, offset + MemoryLayout<N>.size <= file.count else { return nil }
        return Int(file.loadUnaligned(fromByteOffset: offset, as: N.self))
      }
      guard file.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2]),
        let sections = number(40, UInt64.self), let size = number(58, UInt16.self),
        let count = number(60, UInt16.self)
      else { return ([], 0) }
      for section in (0..<count).map({ sections + $0 * size }) {
        let symbolTable: Int = 2
        guard number(section + 4, UInt32.self) == symbolTable,
          let start = number(section + 24, UInt64.self),
          let length = number(section + 32, UInt64.self),
          let link = number(section + 40, UInt32.self),
          let strings = number(sections + link * size + 24, UInt64.self)
        else { continue }
        var symbols: [Symbol] = []
        for entry in stride(from: start, to: start + length, by: 24) {
          guard let kind = number(entry + 4, UInt8.self), kind & 15 == 2,
            let name = number(entry, UInt32.self), let address = number(entry + 8, UInt64.self),
            let size = number(entry + 16, UInt64.self), address != 0
          else { continue }
          symbols.append(Symbol(address: UInt(address), size: UInt(size), name: UInt(name)))
        }
        return (symbols.sorted { $0.address < $1.address }, strings)
      }
      return ([], 0)
    }
  }
#endif
