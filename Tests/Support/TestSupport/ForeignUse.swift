// A call that keeps something of the user's, which is made and ended in every way.

#if DEBUG
  import AsyncPromises
  import AsyncPromisesTesting

  package typealias Foreign = ForeignObject

  /// A call that makes a promise of another one, with closures that capture objects of the user's.
  package struct ForeignUse: Sendable, CustomStringConvertible {
    package let description: String
    let make: @Sendable (Promise<Foreign>, ForeignCode) -> Promise<Foreign>

    package init(
      _ description: String,
      _ make: @escaping @Sendable (Promise<Foreign>, ForeignCode) -> Promise<Foreign>
    ) {
      (self.description, self.make) = (description, make)
    }

    /// Ends the promise in every way, with everything that can wait for it: every other pair of
    /// these, and all under `STRESS`.
    ///
    /// - Returns: what was run at a wrong time, or was never freed.
    package func intrusions() async throws -> [String] {
      var found: [String] = []
      for (number, ending) in ForeignEnding.allCases.enumerated() {
        for (other, tail) in ForeignTail.allCases.enumerated()
        where isStressRun || (number + other).isMultiple(of: 2) {
          let code = ForeignCode()
          try await ending.play(self, tail, code)
          found += try await code.intrusions().map { "\(ending), \(tail): \($0)" }
          if code.runs == 0 { found.append("\(ending), \(tail): nothing was run") }
        }
      }
      return found
    }
  }

  extension ForeignObject {
    /// Is captured by a closure, which passes a value on.
    package func pass(_ value: Foreign) -> Foreign {
      call()
      return value
    }
  }
#endif
