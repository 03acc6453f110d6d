// Programs that wait for an event that has already happened, or never will.

#if ORDERS_JOBS && compiler(>=6.3)
  extension Corpus {
    static let waiting = [
      Pair("bell rings before the listener waits", bellRingsTooEarly),
      Pair("event comes before the subscription", eventComesBeforeSubscription),
      Pair("close forgets a task about to wait", closeForgetsWaiter),
      Pair("cancellation comes before the waiter", cancellationComesBeforeWaiter),
    ]
  }

  // MARK: Lost wake-up: checking the inbox and listening for the bell are separate steps

  private actor Inbox {
    private var items: [Int] = []

    func put(_ item: Int) { items.append(item) }
    func take() -> Int? { items.isEmpty ? nil : items.removeFirst() }
  }

  private actor Bell {
    private let isMended: Bool
    private var rings = 0
    private var listener: UnsafeContinuation<Void, Never>?

    init(_ isMended: Bool) { self.isMended = isMended }

    func ring() {
      if let listener {
        self.listener = nil
        listener.resume()
      } else if isMended {
        rings += 1
      }
    }

    func listen() async {
      if rings > 0 {
        rings -= 1
        return
      }
      await withUnsafeContinuation { listener = $0 }
    }
  }

  @Sendable private func bellRingsTooEarly(_ isMended: Bool) async throws {
    let (inbox, bell) = (Inbox(), Bell(isMended))
    async let received: Int = {
      while true {
        if let item = await inbox.take() { return item }
        await work()
        await bell.listen()
      }
    }()
    await work(4)
    await inbox.put(7)
    await bell.ring()
    let item = await received
    try check(item == 7, "Received item \(item).")
  }

  // MARK: Lost wake-up: the listening task subscribes only when it starts

  private actor EventBus {
    private var subscribers: [AsyncStream<Int>.Continuation] = []

    func subscribe() -> AsyncStream<Int> {
      let (events, continuation) = AsyncStream.makeStream(of: Int.self)
      subscribers.append(continuation)
      return events
    }

    func publish(_ event: Int) {
      for subscriber in subscribers { subscriber.yield(event) }
    }
  }

  @Sendable private func eventComesBeforeSubscription(_ isMended: Bool) async throws {
    let bus = EventBus()
    let early: AsyncStream<Int>? = if isMended { await bus.subscribe() } else { nil }
    let listener = Task {
      let events = if let early { early } else { await bus.subscribe() }
      for await event in events { return event }
      return 0
    }
    await work(4)
    await bus.publish(7)
    let event = await listener.value
    try check(event == 7, "Received event \(event).")
  }

  // MARK: Forgotten continuation: the pool is closed between the check and the wait

  private actor WaitingRoom {
    struct Closed: Error {}

    private let isMended: Bool
    private let journal = Ledger()
    private var isClosed = false
    private var waiters: [UnsafeContinuation<Int, any Error>] = []

    init(_ isMended: Bool) { self.isMended = isMended }

    func connection() async throws -> Int {
      if isClosed { throw Closed() }
      await journal.add(waiters.count)
      if isMended, isClosed { throw Closed() }
      return try await withUnsafeThrowingContinuation { waiters.append($0) }
    }

    func close() {
      isClosed = true
      for waiter in waiters { waiter.resume(throwing: Closed()) }
      waiters = []
    }
  }

  @Sendable private func closeForgetsWaiter(_ isMended: Bool) async throws {
    let room = WaitingRoom(isMended)
    let client = Task { try await room.connection() }
    await work(8)
    await room.close()
    let result = await client.result
    try check((try? result.get()) == nil, "The client got a connection.")
  }

  // MARK: Forgotten continuation: the cancellation overtakes the waiter and finds none

  private actor Mailbox {
    private let isMended: Bool
    private var waiters: [Int: UnsafeContinuation<Int, any Error>] = [:]
    private var cancelled: Set<Int> = []

    init(_ isMended: Bool) { self.isMended = isMended }

    /// - Parameter ticket: a different number for each call.
    nonisolated func next(_ ticket: Int) async throws -> Int {
      try await withTaskCancellationHandler {
        await work()
        return try await wait(ticket)
      } onCancel: {
        Task { await cancel(ticket) }
      }
    }

    private func wait(_ ticket: Int) async throws -> Int {
      if cancelled.remove(ticket) != nil { throw CancellationError() }
      return try await withUnsafeThrowingContinuation { waiters[ticket] = $0 }
    }

    private func cancel(_ ticket: Int) {
      if let waiter = waiters.removeValue(forKey: ticket) {
        waiter.resume(throwing: CancellationError())
      } else if isMended {
        cancelled.insert(ticket)
      }
    }
  }

  @Sendable private func cancellationComesBeforeWaiter(_ isMended: Bool) async throws {
    let mailbox = Mailbox(isMended)
    let reader = Task { try await mailbox.next(1) }
    await work(4)
    reader.cancel()
    let result = await reader.result
    try check((try? result.get()) == nil, "The reader got a letter.")
  }
#endif
