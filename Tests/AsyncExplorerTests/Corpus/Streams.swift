// Programs that finish an AsyncStream too early.

#if ORDERS_JOBS && compiler(>=6.3)
  extension Corpus {
    static let streams = [
      Pair("stream finishes before a producer begins", streamFinishesBeforeProducer),
      Pair("log is closed before its lines arrive", logIsClosedBeforeLines),
    ]
  }

  // MARK: Finish races yield: producers count themselves

  private actor Producers {
    private let numbers: AsyncStream<Int>.Continuation
    private var active = 0

    init(_ numbers: AsyncStream<Int>.Continuation) { self.numbers = numbers }

    func begin(_ number: Int = 1) { active += number }

    func end() {
      active -= 1
      if active == 0 { numbers.finish() }
    }
  }

  @Sendable private func streamFinishesBeforeProducer(_ isMended: Bool) async throws {
    let (stream, numbers) = AsyncStream.makeStream(of: Int.self)
    let producers = Producers(numbers)
    if isMended { await producers.begin(2) }
    for number in 1...2 {
      Task {
        if !isMended { await producers.begin() }
        numbers.yield(number)
        await producers.end()
      }
    }
    let sum = await stream.reduce(0, +)
    try check(sum == 3, "The sum is \(sum).")
  }

  // MARK: Finish races yield: each line goes through a separate task

  private actor Log {
    private let isMended: Bool
    private let lines: AsyncStream<Int>.Continuation

    init(_ lines: AsyncStream<Int>.Continuation, _ isMended: Bool) {
      (self.lines, self.isMended) = (lines, isMended)
    }

    nonisolated func log(_ line: Int) {
      if isMended {
        lines.yield(line)
      } else {
        Task { await append(line) }
      }
    }

    private func append(_ line: Int) { lines.yield(line) }
    func close() { lines.finish() }
  }

  @Sendable private func logIsClosedBeforeLines(_ isMended: Bool) async throws {
    let (stream, lines) = AsyncStream.makeStream(of: Int.self)
    let log = Log(lines, isMended)
    log.log(1)
    log.log(2)
    await work(4)
    await log.close()
    let written = await stream.reduce(into: []) { $0.append($1) }
    try check(written == [1, 2], "\(written) was written.")
  }
#endif
