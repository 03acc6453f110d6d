// A queue that any thread leaves messages in, and one at a time works through.

/// Messages in the order of their arrival. A thread that leaves one where none is at work has to
/// see to the work: no thread ever waits for a turn.
struct Mailbox<Message: QueueNode>: ~Copyable {
  private let word = StateWord(0)

  /// No thread is at work, and no message is left.
  private static var idle: UInt { 0 }
  /// A thread or a job is at work; the word may point to the newest message.
  private static var served: UInt { 1 }

  /// Leaves a message.
  ///
  /// - Returns: whether the caller has to see to it that the mailbox is drained.
  borrowing func append(_ message: Message) -> Bool {
    append(.passRetained(message))
  }

  /// The same, with the retain that the caller holds on the message.
  borrowing func append(_ message: Unmanaged<Message>) -> Bool {
    while true {
      let seen = word.load()
      message._withUnsafeGuaranteedRef { $0.chain(before: Self.pointer(seen)) }
      if word.compareExchange(seen, UInt(bitPattern: message.toOpaque()) | Self.served) {
        return seen == Self.idle
      }
    }
  }

  /// Takes what waits, oldest first; `nil` ends the caller's turn.
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

  /// Works through the messages until none is left. Nothing of the user's runs meanwhile.
  ///
  /// - Parameter afterBatch: called when the messages have been dealt with that waited together.
  borrowing func drain(each body: (Message) -> Void, afterBatch: () -> Void = {}) {
    Holding.begins()
    serve(each: body, afterBatch: afterBatch)
    Holding.ends()
  }

  /// The same for messages that are calls of the user's code, one after the other.
  borrowing func serve(each body: (Message) -> Void, afterBatch: () -> Void = {}) {
    while var messages = takeAll() {
      while let message = messages.popFirst() { body(message.takeRetainedValue()) }
      afterBatch()
    }
  }

  private static func pointer(_ bits: UInt) -> Unmanaged<Message>? {
    // SAFETY: only `append(_:)` stores pointers here, and they are pointers to messages.
    UnsafeRawPointer(bitPattern: bits & ~served).map { Unmanaged.fromOpaque($0) }
  }
}
