// The library's errors as an app shows them to its users: sentences without a file or line.
//
// The product AsyncPromises links this module; no one needs to import it. It is a module of its own
// because a file that imports AsyncPromises sees the operators of every module that AsyncPromises
// imports. With those of Foundation among them, the compiler takes up to ten times as long for an
// expression with operators.
//
// It imports the smallest part of Foundation that the platform offers. On Apple's platforms,
// Foundation is part of the system. Elsewhere, a program that doesn't use it otherwise pays for it:
// on Linux, 2 ms at startup, 2 MB of memory, and 7.5 MB if linked statically. WebAssembly programs
// are downloaded, so they do without Foundation.

import AsyncPromises

#if canImport(FoundationEssentials) && !os(WASI)
  import FoundationEssentials
#elseif canImport(Foundation) && !os(WASI)
  import Foundation
#endif

#if canImport(Foundation) && !os(WASI)
  extension PromiseError: LocalizedError {
    /// An English sentence for an app's users; `localizedDescription` returns it.
    ///
    /// ``description`` is for developers.
    public var errorDescription: String? {
      switch self {
      case .broken: "The operation ended without a result."
      case .abandoned: "The operation was stopped because nobody was waiting for it."
      case .cycle: "The operation was waiting for itself."
      case .timedOut(let limit, _, _): "The operation did not finish within \(limit)."
      case .noneFulfilled(let errors): "None of the \(errors.count) operations succeeded."
      case .emptyGroup: "There was nothing to choose from."
      case .missingValue: "The operation returned no result."
      case .invalid: "The result is not valid."
      }
    }
  }
#endif
