// A call that retains user objects, tested with every way in which its promise can end.

#if DEBUG
  import AsyncPromises
  import AsyncPromisesTesting

  package typealias Foreign = ForeignObject

  /// A call that makes one promise from another, with closures that capture user objects.
  package struct ForeignUse: Sendable, CustomStringConvertible {
    package let description: String
    let make: @Sendable (Promise<Foreign>, ForeignCode) -> Promise<Foreign>

    package init(
      _ description: String,
      _ make: @escaping @Sendable (Promise<Foreign>, ForeignCode) -> Promise<Foreign>
    ) {
      (self.description, self.make) = (description, make)
    }

    /// Ends the promise in each way, with each kind of consumer: half of the combinations by
    /// default, and all of them under `STRESS`.
    ///
    /// - Returns: calls at the wrong time, and objects that were never freed.
    package func intrusions() async throws -> [String] {
      var found: [String] = []
      for (number, ending) in ForeignEnding.allCases.enumerated() {
        for (other, tail) in ForeignTail.allCases.enumerated()
        where isStressRun || (number + other).isMultiple(of: 2) {
          let code = ForeignCode()
          try await ending.play(self, tail, code)
          found += try await code.intrusions().map { "\(ending), \(tail): \($0)" }
          if code.runs == 0 { found.append("\(ending), \(tail): no user code ran") }
        }
      }
      return found
    }
  }

  extension ForeignObject {
    /// Called by a closure that captures the object and passes a value on.
    package func pass(_ value: Foreign) -> Foreign {
      call()
      return value
    }
  }
#endif
