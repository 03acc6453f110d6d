// Chain: a promise and the calls on it, as the report tells them.

/// A promise and the calls on it, with what a rewrite would do with each.
public struct Chain: Sendable {
  public struct Head: Sendable {
    public enum Kind: String, Codable, Sendable {
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

    public let name: String
    public let kind: Kind
    /// Nil for what moves by itself.
    public let verdict: Verdict?
    public let queue: String?

    init(name: String, kind: Kind, verdict: Verdict?, queue: String? = nil) {
      self.name = name
      self.kind = kind
      self.verdict = verdict
      self.queue = queue
    }
  }

  public struct Link: Sendable {
    public let name: String
    public let place: Place
    public let queue: String?
    /// How the handler refers to the object around it; nil without a closure.
    public let selfUse: SelfUse?
    public let verdict: Verdict
    /// Whether it derives a promise, and does not only look at one.
    public let isOperator: Bool

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

  public let library: Library
  public let module: String
  public let place: Place
  public internal(set) var head: Head
  public let links: [Link]

  /// Whether there is an operator: what only looks at a promise, settles or makes one is a call.
  public var isChain: Bool { links.contains { $0.isOperator } }

  /// Whether the whole chain can be rewritten: half of one would be two kinds of promises.
  public var isRewritable: Bool {
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
public struct UnknownHead: Sendable {
  public let library: Library
  public let module: String
  public let place: Place
  public let name: String
  public let reason: Reason?
}
