// Programs with locks and semaphores that admit too many tasks, or none.

#if ORDERS_JOBS && compiler(>=6.3)
  extension Corpus {
    static let locking = [
      Pair("newcomer takes the permit of a waiter", newcomerTakesPermit),
      Pair("two locks in opposite order", oppositeLocks),
      Pair("nested work waits for its own permits", nestedPermits),
    ]
  }

  // MARK: Limiter: a newcomer gets in between the release and the waiter that it wakes

  private actor Semaphore {
    private let isMended: Bool
    private var free = 1
    private var waiters: [UnsafeContinuation<Void, Never>] = []

    init(_ isMended: Bool) { self.isMended = isMended }

    func acquire() async {
      if free > 0 {
        free -= 1
        return
      }
      await withUnsafeContinuation { waiters.append($0) }
      if !isMended { free -= 1 }
    }

    func release() {
      guard !waiters.isEmpty else { return free += 1 }
      if !isMended { free += 1 }
      waiters.removeFirst().resume()
    }
  }

  @Sendable private func newcomerTakesPermit(_ isMended: Bool) async throws {
    let (semaphore, room) = (Semaphore(isMended), Hall())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          await semaphore.acquire()
          await room.enter()
          await work()
          await room.leave()
          await semaphore.release()
        }
      }
    }
    let most = await room.most
    try check(most == 1, "\(most) tasks were inside at the same time.")
  }

  // MARK: Deadlock: each of two transfers holds the lock that the other one needs

  private final class LockedAccount: Sendable {
    let number: Int
    let lock = Permits(1)

    init(_ number: Int) { self.number = number }
  }

  @Sendable private func oppositeLocks(_ isMended: Bool) async throws {
    let (first, second) = (LockedAccount(1), LockedAccount(2))
    @Sendable func transfer(_ from: LockedAccount, _ to: LockedAccount) async {
      let isSwapped = isMended && from.number > to.number
      let (outer, inner) = isSwapped ? (to, from) : (from, to)
      await outer.lock.acquire()
      await inner.lock.acquire()
      await inner.lock.release()
      await outer.lock.release()
    }
    async let there: Void = transfer(first, second)
    async let back: Void = {
      await work(16)
      await transfer(second, first)
    }()
    _ = await (there, back)
  }

  // MARK: Deadlock: every holder of a permit waits for another permit

  @Sendable private func nestedPermits(_ isMended: Bool) async throws {
    let permits = Permits(2)
    @Sendable func downloadImage() async {
      await permits.acquire()
      await work()
      await permits.release()
    }
    @Sendable func downloadPage() async {
      await permits.acquire()
      await work()
      if isMended { await permits.release() }
      await downloadImage()
      if !isMended { await permits.release() }
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { await downloadPage() } }
    }
  }
#endif
