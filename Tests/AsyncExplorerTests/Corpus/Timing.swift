// Programs in which two answers, or a reply and a timeout, arrive at the same time.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises

  extension Corpus {
    static let timing = [
      Pair("two mirrors both complete the download", mirrorsBothComplete),
      Pair("reply and timeout both complete", replyAndTimeoutComplete),
      Pair("replaced timer closes the connection", replacedTimerCloses),
    ]
  }

  // MARK: Double completion: the checksum is computed between the check and the completion

  private actor Download {
    private let isMended: Bool
    private let resolver: Resolver<Int>
    nonisolated let file: Promise<Int>
    private(set) var completions = 0

    init(_ isMended: Bool) {
      self.isMended = isMended
      (file, resolver) = Promise<Int>.pending()
    }

    func receive(_ bytes: Int) async {
      guard file.resultIfSettled == nil else { return }
      await work()
      if isMended, file.resultIfSettled != nil { return }
      completions += 1
      if file.resultIfSettled == nil { resolver.fulfill(bytes) }
    }
  }

  @Sendable private func mirrorsBothComplete(_ isMended: Bool) async throws {
    let download = Download(isMended)
    async let near: Void = download.receive(1)
    async let far: Void = {
      await work(8)
      await download.receive(2)
    }()
    _ = try await download.file.map { $0 * 2 }.get()
    _ = await (near, far)
    let completions = await download.completions
    try check(completions == 1, "The download was completed \(completions) times.")
  }

  // MARK: Double completion: the timeout expires while the reply is parsed

  private actor Request {
    private let isMended: Bool
    private var isPending = true
    private(set) var completions = 0

    init(_ isMended: Bool) { self.isMended = isMended }

    func reply() async {
      guard isPending else { return }
      await work()
      if isMended, !isPending { return }
      complete()
    }

    func timeOut() {
      if isPending { complete() }
    }

    private func complete() {
      isPending = false
      completions += 1
    }
  }

  @Sendable private func replyAndTimeoutComplete(_ isMended: Bool) async throws {
    let request = Request(isMended)
    async let reply: Void = {
      try await Task.sleep(for: .milliseconds(1))
      await request.reply()
    }()
    async let timeout: Void = {
      try await Task.sleep(for: .milliseconds(1))
      await request.timeOut()
    }()
    _ = try await (reply, timeout)
    let completions = await request.completions
    try check(completions == 1, "The request was completed \(completions) times.")
  }

  // MARK: Timeout: a replaced timer has already woken up

  private actor Heartbeat {
    private let isMended: Bool
    private var timer: Task<Void, Never>?
    private(set) var beats = 0
    private(set) var closedAfter: Int?

    init(_ isMended: Bool) { self.isMended = isMended }

    func beat() {
      guard closedAfter == nil else { return }
      timer?.cancel()
      beats += 1
      timer = Task.detached { [self, beats] in
        try? await Task.sleep(for: .milliseconds(2))
        if !Task.isCancelled { await close(after: beats) }
      }
    }

    private func close(after beats: Int) {
      if !isMended || beats == self.beats { closedAfter = closedAfter ?? beats }
    }

    func end() async {
      let timer = timer
      timer?.cancel()
      await timer?.value
    }
  }

  @Sendable private func replacedTimerCloses(_ isMended: Bool) async throws {
    let heartbeat = Heartbeat(isMended)
    await heartbeat.beat()
    try await Task.sleep(for: .milliseconds(2))
    await heartbeat.beat()
    await work(2)
    await heartbeat.end()
    let (closedAfter, beats) = await (heartbeat.closedAfter, heartbeat.beats)
    try check(
      closedAfter == nil || closedAfter == beats,
      "After \(beats) beats, the timer of an older beat closed the connection.")
  }
#endif
