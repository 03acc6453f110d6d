// Programs whose deadlines pass while something is still on its way.

#if ORDERS_JOBS && compiler(>=6.3)
  extension Corpus {
    static let deadlines = [
      Pair("screen waits two milliseconds for its data", screenWaitsForData),
      Pair("timeout rejects what the reply has fulfilled", timeoutRejectsReply),
      Pair("old timeout cancels the next request", oldTimeoutCancelsNext),
      Pair("entry expires between the check and its use", entryExpiresBeforeUse),
      Pair("autosave forgets an edit made meanwhile", autosaveForgetsEdit),
      Pair("order is charged again after a timeout", orderIsChargedAgain),
    ]
  }

  // MARK: A sleep in place of a wait

  private actor Screen {
    private(set) var data: Int?

    func load(from server: Server) async { data = await server.reply() }
  }

  @Sendable private func screenWaitsForData(_ isMended: Bool) async throws {
    let (screen, server) = (Screen(), Server())
    let loading = Task { await screen.load(from: server) }
    if isMended { await loading.value } else { try await Task.sleep(for: .milliseconds(2)) }
    let data = await screen.data
    try check(data == 1, "The screen shows nothing.")
    await loading.value
  }

  // MARK: Check then act: the timeout checks whether there is a reply, and then rejects

  private actor Exchange {
    private let isMended: Bool
    private(set) var outcomes: [String] = []

    init(_ isMended: Bool) { self.isMended = isMended }

    func fulfil() { if outcomes.isEmpty { outcomes.append("fulfilled") } }

    func timeOut() async {
      guard outcomes.isEmpty else { return }
      // Writes to a log first.
      await work()
      if !isMended || outcomes.isEmpty { outcomes.append("timed out") }
    }
  }

  @Sendable private func timeoutRejectsReply(_ isMended: Bool) async throws {
    let exchange = Exchange(isMended)
    let timeout = Task {
      try await Task.sleep(for: .milliseconds(100))
      await exchange.timeOut()
    }
    await work(4)
    await exchange.fulfil()
    timeout.cancel()
    _ = await timeout.result
    let outcomes = await exchange.outcomes
    try check(outcomes.count == 1, "The outcomes are \(outcomes).")
  }

  // MARK: A timer that outlives its request

  private actor Client {
    private let isMended: Bool
    private var request = 0
    private(set) var cancelled: [Int] = []
    private var timers: [Task<Void, Never>] = []

    init(_ isMended: Bool) { self.isMended = isMended }

    func begin() {
      request += 1
      timers.append(
        Task { [request] in
          try? await Task.sleep(for: .milliseconds(50))
          if !Task.isCancelled { timeOut(request) }
        })
    }

    private func timeOut(_ number: Int) {
      if !isMended || number == request { cancelled.append(request) }
    }

    func end() async {
      for timer in timers { timer.cancel() }
      for timer in timers { await timer.value }
    }
  }

  @Sendable private func oldTimeoutCancelsNext(_ isMended: Bool) async throws {
    let client = Client(isMended)
    await client.begin()
    try await Task.sleep(for: .milliseconds(40))
    await client.begin()
    try await Task.sleep(for: .milliseconds(20))
    await client.end()
    let cancelled = await client.cancelled
    try check(!cancelled.contains(2), "The timeout of request 1 cancelled request 2.")
  }

  // MARK: Time of check, time of use

  private actor Store {
    private var entry: Int? = 1
    private let end = ContinuousClock.now + .milliseconds(3)

    var isValid: Bool { ContinuousClock.now < end }
    func purge() { if !isValid { entry = nil } }
    func read() -> Int? { entry }
    func readIfValid() -> Int? { isValid ? entry : nil }
  }

  @Sendable private func entryExpiresBeforeUse(_ isMended: Bool) async throws {
    let store = Store()
    let purges = Task {
      try await Task.sleep(for: .milliseconds(3))
      await store.purge()
    }
    if isMended {
      _ = await store.readIfValid()
    } else if await store.isValid {
      await work()
      let entry = await store.read()
      try check(entry != nil, "A valid entry is gone.")
    }
    purges.cancel()
    _ = await purges.result
  }

  // MARK: Lost update: an edit during the save is marked as saved

  private actor Document {
    private let isMended: Bool
    private var text = 0
    private var saved = 0
    private(set) var isDirty = false

    init(_ isMended: Bool) { self.isMended = isMended }

    func edit() {
      text += 1
      isDirty = true
    }

    func save() async {
      guard isDirty else { return }
      let snapshot = text
      await work(2)
      saved = snapshot
      isDirty = isMended && text != snapshot
    }

    var loses: Bool { !isDirty && saved != text }
  }

  @Sendable private func autosaveForgetsEdit(_ isMended: Bool) async throws {
    let document = Document(isMended)
    await document.edit()
    let timer = Task {
      try await Task.sleep(for: .milliseconds(3))
      await document.save()
    }
    await work(6)
    await document.edit()
    _ = await timer.result
    let loses = await document.loses
    try check(!loses, "The last edit counts as saved, but is not.")
  }

  // MARK: A retry alongside the first attempt

  private actor Shop {
    private(set) var charges = 0
    private var known: Set<Int> = []
    private let isMended: Bool

    init(_ isMended: Bool) { self.isMended = isMended }

    func charge(_ order: Int) async {
      await work(2)
      if isMended, !known.insert(order).inserted { return }
      charges += 1
    }
  }

  @Sendable private func orderIsChargedAgain(_ isMended: Bool) async throws {
    let shop = Shop(isMended)
    let first = Task { await shop.charge(1) }
    let isInTime = await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        await first.value
        return true
      }
      group.addTask {
        try? await Task.sleep(for: .milliseconds(200))
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
    if !isInTime { await shop.charge(1) }
    await first.value
    let charges = await shop.charges
    try check(charges == 1, "The order was charged \(charges) times.")
  }
#endif
