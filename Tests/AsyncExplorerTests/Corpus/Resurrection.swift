// Programs in which discarded or set-aside state comes back or gets lost.

#if ORDERS_JOBS && compiler(>=6.3)
  extension Corpus {
    static let resurrection = [
      Pair("reply logs in after the logout", replyLogsInAfterLogout),
      Pair("load brings back a deleted value", loadBringsBackDeleted),
      Pair("flush drops events added meanwhile", flushDropsItems),
      Pair("failed flush puts back too much", failedFlushPutsBack),
    ]
  }

  // MARK: Late reply: it arrives after the session has ended

  private actor Session {
    private let server = Server()
    private let isMended: Bool
    private var epoch = 0
    private(set) var token: Int?

    init(_ isMended: Bool) { self.isMended = isMended }

    /// The login has begun when this returns.
    func beginLogin() -> Task<Void, Never> {
      let mine = epoch
      return Task {
        let token = await server.reply()
        if !isMended || epoch == mine { self.token = token }
      }
    }

    func logOut() {
      epoch += 1
      token = nil
    }
  }

  @Sendable private func replyLogsInAfterLogout(_ isMended: Bool) async throws {
    let session = Session(isMended)
    let login = await session.beginLogin()
    await work(8)
    await session.logOut()
    await login.value
    let token = await session.token
    try check(token == nil, "The user is logged in after the logout.")
  }

  // MARK: Resurrection: a load that began before a deletion stores its value afterwards

  private actor Disk {
    private var values = ["draft": 1]

    private func read(_ key: String) -> Int? { values[key] }
    func delete(_ key: String) { values[key] = nil }

    nonisolated func load(_ key: String) async -> Int? {
      let value = await read(key)
      await work()
      return value
    }
  }

  private actor Store {
    private let disk = Disk()
    private let isMended: Bool
    private var deletions = 0
    private(set) var memory: [String: Int] = [:]

    init(_ isMended: Bool) { self.isMended = isMended }

    func load(_ key: String) async -> Int? {
      if let value = memory[key] { return value }
      let seen = deletions
      let value = await disk.load(key)
      if !isMended || seen == deletions { memory[key] = value }
      return value
    }

    func delete(_ key: String) async {
      await disk.delete(key)
      deletions += 1
      memory[key] = nil
    }
  }

  @Sendable private func loadBringsBackDeleted(_ isMended: Bool) async throws {
    let store = Store(isMended)
    async let loaded = store.load("draft")
    async let deleted: Void = store.delete("draft")
    _ = await (loaded, deleted)
    let left = await store.memory["draft"]
    try check(left == nil, "The draft is back.")
  }

  // MARK: Flush: events that arrive while the batch is sent are thrown away with it

  private actor Analytics {
    private let sink: Ledger
    private let isMended: Bool
    private var events: [Int] = []

    init(_ sink: Ledger, _ isMended: Bool) { (self.sink, self.isMended) = (sink, isMended) }

    func add(_ event: Int) { events.append(event) }

    func flush() async {
      let batch = events
      if isMended { events = [] }
      await sink.add(all: batch)
      if !isMended { events = [] }
    }
  }

  @Sendable private func flushDropsItems(_ isMended: Bool) async throws {
    let sink = Ledger()
    let analytics = Analytics(sink, isMended)
    await analytics.add(1)
    async let flushed: Void = analytics.flush()
    async let added: Void = {
      await work()
      await analytics.add(2)
    }()
    _ = await (flushed, added)
    await analytics.flush()
    let sent = await sink.entries
    try check(sent == [1, 2], "\(sent) was sent.")
  }

  // MARK: Flush: a batch that couldn't be sent replaces messages that arrived meanwhile

  private actor Uplink {
    struct Offline: Error {}

    private var attempts = 0
    private(set) var received: [Int] = []

    func send(_ batch: [Int]) throws {
      attempts += 1
      guard attempts > 1 else { throw Offline() }
      received += batch
    }
  }

  private actor Outbox {
    private let uplink: Uplink
    private let isMended: Bool
    private var messages: [Int] = []

    init(_ uplink: Uplink, _ isMended: Bool) { (self.uplink, self.isMended) = (uplink, isMended) }

    func add(_ message: Int) { messages.append(message) }

    func flush() async {
      let batch = messages
      messages = []
      do {
        try await uplink.send(batch)
      } catch {
        messages = isMended ? batch + messages : batch
      }
    }
  }

  @Sendable private func failedFlushPutsBack(_ isMended: Bool) async throws {
    let uplink = Uplink()
    let outbox = Outbox(uplink, isMended)
    await outbox.add(1)
    async let flushed: Void = outbox.flush()
    async let added: Void = {
      await work(12)
      await outbox.add(2)
    }()
    _ = await (flushed, added)
    await outbox.flush()
    let received = await uplink.received
    try check(received == [1, 2], "\(received) was sent.")
  }
#endif
