// Programs that poll, or that subscribe too late.

#if ORDERS_JOBS && compiler(>=6.3)
  extension Corpus {
    static let polling = [
      Pair("poll finds the flag without the value", pollFindsFlagWithoutValue),
      Pair("poll misses a state that passes quickly", pollMissesState),
      Pair("subscriber misses what comes after its snapshot", subscriberMissesUpdate),
      Pair("newest value replaces one that was not read", newestReplacesUnread),
      Pair("preview takes the first element from the reader", previewTakesFirst),
      Pair("reader stops at a flag before the last element", readerStopsAtFlag),
    ]
  }

  // MARK: Publication order

  private actor Mailbox {
    private(set) var isReady = false
    private(set) var value: Int?

    func setReady() { isReady = true }
    func set(_ value: Int) { self.value = value }
  }

  @Sendable private func pollFindsFlagWithoutValue(_ isMended: Bool) async throws {
    let mailbox = Mailbox()
    let writer = Task {
      if isMended { await mailbox.set(1) }
      await mailbox.setReady()
      await work()
      if !isMended { await mailbox.set(1) }
    }
    while !(await mailbox.isReady) { await Task.yield() }
    let value = await mailbox.value
    await writer.value
    try check(value == 1, "The mailbox is ready and empty.")
  }

  // MARK: A state between two polls

  private actor Player {
    enum State { case idle, loading, ready }

    private(set) var state = State.idle
    private let states: AsyncStream<State>.Continuation

    init(_ states: AsyncStream<State>.Continuation) { self.states = states }

    func change(to state: State) {
      self.state = state
      states.yield(state)
    }

    func end() { states.finish() }
  }

  @Sendable private func pollMissesState(_ isMended: Bool) async throws {
    let (states, next) = AsyncStream.makeStream(of: Player.State.self)
    let player = Player(next)
    let playing = Task {
      await player.change(to: .loading)
      await work(3)
      await player.change(to: .ready)
      await player.end()
    }
    var hasShownProgress = false
    if isMended {
      for await state in states where state == .loading { hasShownProgress = true }
    } else {
      var state = await player.state
      while state != .ready {
        if state == .loading { hasShownProgress = true }
        await Task.yield()
        state = await player.state
      }
    }
    await playing.value
    try check(hasShownProgress, "No progress was shown.")
  }

  // MARK: A gap between the snapshot and the subscription

  private actor Feed {
    private(set) var items: [Int] = []
    private var listeners: [AsyncStream<Int>.Continuation] = []

    func add(_ item: Int) {
      items.append(item)
      for listener in listeners { listener.yield(item) }
    }

    func subscribe() -> (items: [Int], updates: AsyncStream<Int>) { (items, updates()) }

    func updates() -> AsyncStream<Int> {
      let (updates, listener) = AsyncStream.makeStream(of: Int.self)
      listeners.append(listener)
      return updates
    }

    func end() { for listener in listeners { listener.finish() } }
  }

  @Sendable private func subscriberMissesUpdate(_ isMended: Bool) async throws {
    let feed = Feed()
    let writer = Task { for item in 1...2 { await feed.add(item) } }
    let seen: Task<[Int], Never>
    if isMended {
      let (items, updates) = await feed.subscribe()
      seen = Task { await updates.reduce(into: items) { $0.append($1) } }
    } else {
      let items = await feed.items
      await work()
      let updates = await feed.updates()
      seen = Task { await updates.reduce(into: items) { $0.append($1) } }
    }
    await writer.value
    await feed.end()
    let items = await seen.value
    try check(items == [1, 2], "The subscriber has seen \(items).")
  }

  // MARK: A buffer of one

  @Sendable private func newestReplacesUnread(_ isMended: Bool) async throws {
    let (numbers, next) = AsyncStream.makeStream(
      of: Int.self, bufferingPolicy: isMended ? .unbounded : .bufferingNewest(1))
    let reader = Task { await numbers.reduce(into: []) { $0.append($1) } }
    for number in 1...2 {
      next.yield(number)
      await work(3)
    }
    next.finish()
    let seen = await reader.value
    try check(seen == [1, 2], "The reader has seen \(seen).")
  }

  // MARK: Two readers of one stream

  @Sendable private func previewTakesFirst(_ isMended: Bool) async throws {
    let (pages, next) = AsyncStream.makeStream(of: Int.self)
    let (copies, copy) = AsyncStream.makeStream(of: Int.self)
    let reader = Task { await pages.reduce(into: []) { $0.append($1) } }
    let preview = Task { await (isMended ? copies : pages).first { _ in true } }
    for page in 1...2 {
      await work()
      next.yield(page)
      copy.yield(page)
    }
    next.finish()
    copy.finish()
    let (read, shown) = (await reader.value, await preview.value)
    try check(read == [1, 2] || shown == nil, "The reader has \(read), the preview \(shown ?? 0).")
    try check(read == [1, 2], "The reader has read \(read).")
  }

  // MARK: The end is known before the elements are read

  @Sendable private func readerStopsAtFlag(_ isMended: Bool) async throws {
    let (lines, next) = AsyncStream.makeStream(of: Int.self)
    let mailbox = Mailbox()
    let reader = Task {
      var count = 0
      for await _ in lines {
        count += 1
        if !isMended, await mailbox.isReady { break }
      }
      return count
    }
    for line in 1...3 {
      next.yield(line)
      await work()
    }
    await mailbox.setReady()
    next.finish()
    let count = await reader.value
    try check(count == 3, "The reader has read \(count) of 3 lines.")
  }
#endif
