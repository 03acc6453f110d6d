// Chain: a promise and the calls on it, as the report tells them.

/// A promise and the calls on it, with what a rewrite would do with each.
package struct Chain: Sendable {
  package struct Head: Sendable {
    package enum Kind: String, Codable, Sendable {
      /// A function, a property, a constant or a parameter of the sources.
      case own
      /// `self`, in an extension of a promise.
      case extended
      /// A function, an initializer or a static member of the library.
      case library
      /// One of those that waits for several promises.
      case group
      /// One of those that comes with the means to settle the promise.
      case resolver
    }

    package let name: String
    package let kind: Kind
    /// Nil for what moves by itself.
    package let verdict: Verdict?
    package let queue: String?

    init(name: String, kind: Kind, verdict: Verdict?, queue: String? = nil) {
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
    /// How the handler refers to the object around it; nil without a closure.
    package let selfUse: SelfUse?
    package let verdict: Verdict
    /// Whether it derives a promise, and does not only look at one.
    package let isOperator: Bool

    init(
      name: String, place: Place, queue: String? = nil, selfUse: SelfUse? = nil,
      verdict: Verdict, isOperator: Bool = false
    ) {
      self.isOperator = isOperator
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
  /// What makes it a chain of this library, and takes it to a facade and back where it is kept.
  let edits: Edits
  /// Whether anything of the other library is left.
  let needsLibrary: Bool

  /// Whether there is an operator: what only looks at a promise, settles or makes one is a call.
  package var isChain: Bool { links.contains { $0.isOperator } }

  /// Whether the whole chain can be rewritten: half of one would be two kinds of promises.
  package var isRewritable: Bool {
    head.verdict?.reason == nil && links.allSatisfy { $0.verdict.reason == nil }
  }

  var firstReason: Reason? {
    head.verdict?.reason ?? links.lazy.compactMap { $0.verdict.reason }.first
  }

  /// A mention of a promise of one's own, without a call, is no news.
  var ifWorthTelling: Chain? {
    links.isEmpty && (head.kind == .own || head.kind == .extended) && head.verdict == nil
      ? nil : self
  }
}

/// An operator of a library whose promise can't be told from the text.
package struct UnknownHead: Sendable {
  package let library: Library
  package let module: String
  package let place: Place
  package let name: String
  package let reason: Reason?
}
