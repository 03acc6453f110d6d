// What an app shows its users of the library's errors: sentences without a file and a line.
//
// This file alone needs Foundation, of which it takes the least part that a platform has. On
// Apple's platforms that is part of the system. Elsewhere a program that uses nothing of Foundation
// pays for it: on Linux 2 ms at its start, 2 MB of memory, and 7.5 MB if it is linked statically.
// WebAssembly, whose programs are downloaded, goes without.

#if canImport(FoundationEssentials) && !os(WASI)
  import FoundationEssentials
#elseif canImport(Foundation) && !os(WASI)
  import Foundation
#endif

#if canImport(Foundation) && !os(WASI)
  extension PromiseError: LocalizedError {
    /// A sentence for the users of an app, in English, which `localizedDescription` returns.
    ///
    /// ``description`` is for developers.
    public var errorDescription: String? {
      switch self {
      case .broken: "The operation ended without a result."
      case .abandoned: "The operation was stopped because nobody was waiting for it."
      case .cycle: "The operation was waiting for itself."
      case .timedOut(let limit, _): "The operation did not finish within \(limit)."
      case .noneFulfilled(let errors): "None of \(errors.count) operations succeeded."
      case .emptyGroup: "There was nothing to choose from."
      case .missingValue: "The operation returned no result."
      case .invalid: "The result is not valid."
      }
    }
  }
#endif
