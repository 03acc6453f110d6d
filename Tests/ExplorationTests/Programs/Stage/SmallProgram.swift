// Small programs: a few threads that use one or two promises.

#if DEBUG
  /// A program of a few threads, each of which does a few things with promises.
  struct SmallProgram: Hashable, Sendable {
    /// What a promise's work is.
    enum Kind: Int, CaseIterable, Sendable {
      /// Only a resolver: consumers may leave, but it stays pending.
      case gate
      /// A resolver with a cancellation handler.
      case work
      /// An operation whose late value is asked for. It ends on its own, in a thread that does
      /// nothing else.
      case operation
    }

    enum ConsumerKind: Int, CaseIterable, Sendable {
      /// A derived promise that settles alike.
      case derived
      /// A handler on the pool, on an actor, on a queue, or in the settling call.
      case pool, actor, queue, inline
      /// A task that looks, and one that takes.
      case waiter, get
      /// A race of all promises of the program.
      case group
      case shield
      /// A time limit, which passes when the consumer leaves.
      case limit

      var hasHandler: Bool {
        switch self {
        case .pool, .actor, .queue, .inline: true
        case .derived, .waiter, .get, .group, .shield, .limit: false
        }
      }

      var isWaiter: Bool { self == .waiter || self == .get }
    }

    /// A consumer, and the promise that it waits for; a group waits for all.
    struct Attachment: Hashable, Sendable {
      var kind: ConsumerKind
      var promise: Int
    }

    /// What a thread does with a promise or a consumer, given by its number.
    enum Action: Hashable, Sendable {
      case settle(Int)
      case cancel(Int)
      /// Registers a cancellation handler.
      case stops(Int)
      /// Binds the first promise to the second.
      case bind
      case dropResolver(Int)
      case dropHandle(Int)
      case attach(Int)
      case leave(Int)
    }

    var kinds: [Kind]
    var consumers: [Attachment]
    var threads: [[Action]]

    /// The number of actions.
    var size: Int { threads.reduce(0) { $0 + $1.count } }

    /// The consumers that are there before the threads start.
    var standing: [Int] {
      let attached = threads.joined().compactMap {
        if case .attach(let it) = $0 { it } else { nil }
      }
      return consumers.indices.filter { !attached.contains($0) }
    }

    /// The promises that an action touches.
    func promises(of action: Action) -> Set<Int> {
      switch action {
      case .settle(let it), .cancel(let it), .stops(let it), .dropResolver(let it),
        .dropHandle(let it):
        [it]
      case .bind: [0, 1]
      case .attach(let it), .leave(let it): promises(of: consumers[it])
      }
    }

    func promises(of consumer: Attachment) -> Set<Int> {
      consumer.kind == .group ? Set(kinds.indices) : [consumer.promise]
    }
  }
#endif
