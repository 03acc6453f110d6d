// A queue that any thread can add messages to, and that one thread at a time drains.

/// A queue of messages, in the order in which they arrived. A thread that adds a message while
/// no thread is draining the queue has to get it drained, so no thread ever waits for its turn.
struct Mailbox<Message: QueueNode>: ~Copyable {
  private let word = StateWord(0)

  /// No thread is draining the mailbox, and it is empty.
  private static var idle: UInt64 { 0 }
  /// A thread or a job drains the mailbox, or is about to. The word points to the newest message,
  /// if there is one.
  private static var served: UInt64 { 1 }

  /// Adds a message.
  ///
  /// - Returns: whether the caller must make sure that the mailbox is drained.
  borrowing func append(_ message: Message) -> Bool {
    append(.passRetained(message))
  }

  /// The same, but takes over the caller's retain on the message.
  borrowing func append(_ message: Unmanaged<Message>) -> Bool {
    while true {
      let seen = word.load()
      message._withUnsafeGuaranteedRef { $0.chain(before: Self.pointer(seen)) }
      if word.compareExchange(seen, message.word | Self.served) {
        return seen == Self.idle
      }
    }
  }

  /// Takes all messages, oldest first. If there are none, returns `nil`, which ends the caller's
  /// turn.
  borrowing func takeAll() -> NodeList<Message>? {
    while true {
      let seen = word.load()
      if seen == Self.served {
        if word.compareExchange(seen, Self.idle) { return nil }
      } else if word.compareExchange(seen, Self.served) {
        return NodeList(reversing: Self.pointer(seen))
      }
    }
  }

  /// Processes messages until none is left.
  borrowing func serve(each body: (Message) -> Void) {
    while var messages = takeAll() {
      while let message = messages.popFirst() { body(message.takeRetainedValue()) }
    }
  }

  private static func pointer(_ bits: UInt64) -> Unmanaged<Message>? {
    // SAFETY: only `append(_:)` stores pointers here, and they are pointers to messages.
    Unmanaged(word: bits & ~served)
  }
}
