// A promise and the calls on it, as the report shows them.

/// A promise and the calls on it, and what a rewrite would do with each of them.
package struct Chain: Sendable {
  package struct Head: Sendable {
    package enum Kind: String, Codable, Sendable {
      /// A function, property, constant or parameter in the sources.
      case own
      /// `self`, in an extension of a promise.
      case extended
      /// A function, initializer or static member of the library.
      case library
      /// A library function that waits for several promises.
      case group
      /// A library function or initializer that also provides a resolver.
      case resolver
    }

    package let name: String
    package let kind: Kind
    /// Nil if the head itself needs no change.
    package let verdict: Verdict?
    package let queue: String?
    /// The value that isn't `Sendable`, if that is the reason for keeping the head.
    package let obstacle: Obstacle?

    init(
      name: String, kind: Kind, verdict: Verdict?, queue: String? = nil, obstacle: Obstacle? = nil
    ) {
      self.obstacle = obstacle
      self.name = name
      self.kind = kind
      self.verdict = verdict
      self.queue = queue
    }
  }

  package struct Link: Sendable {
    package let name: String
    package let place: Place
    package let queue: String?
    /// How the handler refers to `self`; nil without a closure.
    package let selfUse: SelfUse?
    package let verdict: Verdict
    /// Whether it derives a promise, rather than only inspecting one.
    package let isOperator: Bool
    /// The value that isn't `Sendable`, if that is the reason for keeping the link.
    package let obstacle: Obstacle?

    init(
      name: String, place: Place, queue: String? = nil, selfUse: SelfUse? = nil,
      verdict: Verdict, isOperator: Bool = false, obstacle: Obstacle? = nil
    ) {
      self.isOperator = isOperator
      self.obstacle = obstacle
      self.name = name
      self.place = place
      self.queue = queue
      self.selfUse = selfUse
      self.verdict = verdict
    }
  }

  package let library: Library
  package let module: String
  package let place: Place
  package let head: Head
  package let links: [Link]
  /// The edits that move the chain to this library. For a kept link, they convert to the
  /// promise of a facade and back.
  let edits: Edits
  /// Whether it still uses the other library.
  let needsLibrary: Bool
  /// Whether a part of it moves to this library.
  let moves: Bool
  /// The number of conversions from one library to the other.
  let crossings: Int
  /// Whether its rewrite would mean something else, or not compile.
  let isHazard: Bool
  /// Why it stays with the code around it.
  var staying: Reason?
  /// The file in which nothing moves, if it stays because that file uses its code.
  var holder: String?
  /// Where it starts, in UTF-8 bytes from the beginning of the file.
  let offset: Int

  /// Whether there is an operator. Otherwise, the chain only makes, inspects or settles a promise.
  package var isChain: Bool { links.contains { $0.isOperator } }

  /// Whether the whole chain can be rewritten. A partial rewrite would mix two kinds of promises.
  package var isRewritable: Bool {
    staying == nil && head.verdict?.reason == nil
      && links.allSatisfy { $0.verdict.reason == nil }
  }

  var firstReason: Reason? {
    head.verdict?.reason ?? staying ?? links.lazy.compactMap { $0.verdict.reason }.first
  }

  /// Whether it does more than mention one of the program's own promises.
  var isWorthTelling: Bool {
    !links.isEmpty || (head.kind != .own && head.kind != .extended) || head.verdict != nil
  }
}

/// A library's operator, called on a value whose type the source doesn't reveal.
package struct UnknownHead: Sendable {
  package let library: Library
  package let module: String
  package let place: Place
  package let name: String
  package let reason: Reason?
  let offset: Int
  /// The names of what may have made the promise.
  let producers: Set<String>
  /// Whether it is a parameter, so that anything may have made it.
  let isOpen: Bool
}
