// The next step of a logical thread, and its past steps.

#if DEBUG
  @testable import AsyncPromises

  /// The operation that a parked thread continues with.
  struct Pending {
    let number: Int
    let word: UnsafePointer<UInt64>
    let access: StateWord.Access
  }

  /// What a step does to a word.
  struct Effect: Equatable {
    let word: Int
    let writes: Bool

    /// A step that may do anything.
    static let everything = Effect(word: -1, writes: true)

    static func areDependent(_ a: Effect?, _ b: Effect?) -> Bool {
      guard let a, let b else { return false }
      return a.word == b.word && (a.writes || b.writes)
    }
  }

  /// One entry of a trace.
  struct Step: Equatable, CustomStringConvertible {
    let thread: Int
    let effect: Effect?

    var description: String {
      switch effect {
      case nil: "T\(thread) starts"
      case .everything?: "T\(thread) continues"
      case let effect?:
        "T\(thread) \(effect.writes ? "writes" : "reads") \(effect.word)"
      }
    }
  }

  extension Pending {
    /// Whether the operation would change the word as it is now.
    ///
    /// The word is alive: a thread is about to access it. Reading it is safe: no other thread runs.
    var writes: Bool {
      switch access {
      case .read: false
      case .write: true
      case .exchange(of: let expected): word.pointee == expected
      }
    }
  }
#endif
