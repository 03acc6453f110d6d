// Programs that are cancelled or stopped at a bad moment, or that use locks or executors.

#if ORDERS_JOBS && compiler(>=6.3)
  import TestSupport

  extension Corpus {
    static let leaving = [
      Pair("cancelled search shows its result", cancelledSearchShows),
      Pair("stop forgets a download that is starting", stopForgetsDownload),
      Pair("cancelled booking keeps one of two seats", cancelledBookingKeepsSeat),
      Pair("cancelled waiter is given the permit", cancelledWaiterIsGivenPermit),
      Pair("writer enters while a reader is inside", writerEntersBesideReader),
      Pair("barrier is used again before all have left", barrierIsUsedAgain),
      Pair("custom executor runs jobs out of order", executorRunsOutOfOrder),
      Pair("first result is taken for the nearest", firstResultIsNearest),
    ]
  }

  // MARK: The check comes before the last wait

  private actor Results {
    private var shown: Int?
    private(set) var isLate = false

    func show(_ result: Int) {
      shown = result
      isLate = Task.isCancelled
    }

    func showUnlessCancelled(_ result: Int) { if !Task.isCancelled { show(result) } }
  }

  @Sendable private func cancelledSearchShows(_ isMended: Bool) async throws {
    let results = Results()
    let search = Task {
      await work(2)
      if Task.isCancelled { return }
      if isMended { await results.showUnlessCancelled(1) } else { await results.show(1) }
    }
    await work(2)
    search.cancel()
    await search.value
    let isLate = await results.isLate
    try check(!isLate, "A cancelled search shows its result.")
  }

  // MARK: Registration after a wait

  private actor Downloads {
    private let isMended: Bool
    private var running: [Task<Void, Never>] = []
    private var isStopped = false

    init(_ isMended: Bool) { self.isMended = isMended }

    func start() async {
      await work()
      if isMended, isStopped { return }
      running.append(Task { while !Task.isCancelled { try? await Task.sleep(for: .seconds(1)) } })
    }

    func stop() {
      isStopped = true
      for task in running { task.cancel() }
    }

    var alive: Int { running.count { !$0.isCancelled } }

    func end() { for task in running { task.cancel() } }
  }

  @Sendable private func stopForgetsDownload(_ isMended: Bool) async throws {
    let downloads = Downloads(isMended)
    let starting = Task { await downloads.start() }
    await work(2)
    await downloads.stop()
    await starting.value
    let alive = await downloads.alive
    await downloads.end()
    try check(alive == 0, "A download is running after the stop.")
  }

  // MARK: Two steps, and a cancellation between them

  private actor Hotel {
    private(set) var taken = 0

    func book() { taken += 1 }
    func free(_ number: Int) { taken -= number }
  }

  @Sendable private func cancelledBookingKeepsSeat(_ isMended: Bool) async throws {
    let hotel = Hotel()
    let booking = Task {
      await hotel.book()
      await work()
      if Task.isCancelled {
        if isMended { await hotel.free(1) }
        throw CancellationError()
      }
      await hotel.book()
    }
    await work(2)
    booking.cancel()
    _ = await booking.result
    let taken = await hotel.taken
    try check(taken != 1, "One of two seats is still booked.")
  }

  // MARK: A permit for a waiter that has left

  private actor Gate {
    private let isMended: Bool
    private var isTaken = true
    private var waiters: [(number: Int, continuation: UnsafeContinuation<Bool, Never>)] = []
    private var leaving: Set<Int> = []

    init(_ isMended: Bool) { self.isMended = isMended }

    func enter(_ number: Int) async -> Bool {
      await withTaskCancellationHandler {
        await withUnsafeContinuation { continuation in
          if isTaken, !leaving.contains(number) {
            waiters.append((number, continuation))
          } else {
            let isIn = !leaving.contains(number)
            if isIn { isTaken = true }
            continuation.resume(returning: isIn)
          }
        }
      } onCancel: {
        Task { await leave(number) }
      }
    }

    private func leave(_ number: Int) {
      leaving.insert(number)
      guard isMended, let index = waiters.firstIndex(where: { $0.number == number }) else { return }
      waiters.remove(at: index).continuation.resume(returning: false)
    }

    func open() {
      if waiters.isEmpty {
        isTaken = false
      } else {
        let next = waiters.removeFirst()
        // The buggy version gives the permit away to a task that no longer wants it.
        next.continuation.resume(returning: true)
      }
    }
  }

  @Sendable private func cancelledWaiterIsGivenPermit(_ isMended: Bool) async throws {
    let gate = Gate(isMended)
    let first = Task { if await gate.enter(1), !Task.isCancelled || isMended { await gate.open() } }
    let second = Task { if await gate.enter(2) { await gate.open() } }
    await work(2)
    first.cancel()
    await gate.open()
    await first.value
    await second.value
  }

  // MARK: A lock whose check and entry are separate steps

  private actor ReadersWriter {
    private(set) var readers = 0
    private(set) var isWriting = false

    func beginReading() -> Bool {
      if isWriting { return false }
      readers += 1
      return true
    }

    func endReading() { readers -= 1 }
    var isFree: Bool { readers == 0 && !isWriting }
    func beginWriting() { isWriting = true }
    func beginWritingIfFree() -> Bool {
      guard isFree else { return false }
      isWriting = true
      return true
    }
    func endWriting() { isWriting = false }
  }

  @Sendable private func writerEntersBesideReader(_ isMended: Bool) async throws {
    let lock = ReadersWriter()
    let reader = Task {
      while !(await lock.beginReading()) { await Task.yield() }
      await work()
      let isAlone = await !lock.isWriting
      await lock.endReading()
      try check(isAlone, "A writer and a reader are inside together.")
    }
    if isMended {
      while !(await lock.beginWritingIfFree()) { await Task.yield() }
    } else {
      while !(await lock.isFree) { await Task.yield() }
      await work()
      await lock.beginWriting()
    }
    await work(2)
    await lock.endWriting()
    try await reader.value
  }

  // MARK: A barrier for several rounds

  private actor Barrier {
    private let isMended: Bool
    private var arrived = 0
    private var round = 0
    private let size: Int

    init(_ size: Int, _ isMended: Bool) { (self.size, self.isMended) = (size, isMended) }

    func arrive() -> Int {
      arrived += 1
      if arrived == size, isMended {
        arrived = 0
        round += 1
        return round - 1
      }
      return round
    }

    func isOpen(_ round: Int) -> Bool { isMended ? self.round > round : arrived >= size }

    func leave() {
      guard !isMended else { return }
      arrived -= size
      if arrived < 0 { arrived = 0 }
    }
  }

  @Sendable private func barrierIsUsedAgain(_ isMended: Bool) async throws {
    let (barrier, ledger) = (Barrier(2, isMended), Ledger())
    @Sendable func player() async throws {
      for round in 1...2 {
        await ledger.add(round)
        let number = await barrier.arrive()
        var polls = 0
        while !(await barrier.isOpen(number)) {
          await Task.yield()
          polls += 1
          try check(polls < 5_000, "The barrier stays closed.")
        }
        await barrier.leave()
      }
    }
    async let first: Void = player()
    async let second: Void = player()
    _ = try await (first, second)
    let entries = await ledger.entries
    try check(entries == [1, 1, 2, 2], "A player was a round ahead: \(entries)")
  }

  // MARK: A custom executor

  private final class Forwarding: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) { globalConcurrentExecutor.enqueue(job) }
  }

  @Sendable private func executorRunsOutOfOrder(_ isMended: Bool) async throws {
    let (executor, lines) = (Forwarding(), Locked<[Int]>([]))
    let first = Task(executorPreference: executor) {
      await Task.yield()
      lines.withLock { $0.append(1) }
    }
    if isMended { await first.value }
    let second = Task(executorPreference: executor) { lines.withLock { $0.append(2) } }
    await first.value
    await second.value
    let written = lines.withLock { $0 }
    try check(written == [1, 2], "The lines are \(written).")
  }

  // MARK: The first to end

  @Sendable private func firstResultIsNearest(_ isMended: Bool) async throws {
    let distances = [3: "c", 1: "a", 2: "b"]
    let nearest = await withTaskGroup(of: (Int, String).self) { group in
      for distance in [1, 2, 3] {
        group.addTask {
          await work(distance * 2)
          return (distance, distances[distance] ?? "")
        }
      }
      guard isMended else { return await group.next()?.1 }
      return await group.reduce(into: []) { $0.append($1) }.min { $0.0 < $1.0 }?.1
    }
    try check(nearest == "a", "The nearest is \(nearest ?? "none").")
  }
#endif
