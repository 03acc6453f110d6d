// Programs that another task cancels between two steps.

#if ORDERS_JOBS && compiler(>=6.3)
  extension Corpus {
    static let cancellation = [
      Pair("cancelled upload keeps its permit", cancelledUploadKeepsPermit),
      Pair("cancelled transfer is half done", cancelledTransferIsHalfDone),
    ]
  }

  // MARK: The permit has been granted but is never given back, so the next upload hangs

  @Sendable private func cancelledUploadKeepsPermit(_ isMended: Bool) async throws {
    let permits = Permits(1)
    @Sendable func upload() async throws {
      try Task.checkCancellation()
      await permits.acquire()
      do {
        try Task.checkCancellation()
        await work()
      } catch {
        if isMended { await permits.release() }
        throw error
      }
      await permits.release()
    }
    let first = Task { try await upload() }
    await work(8)
    first.cancel()
    _ = await first.result
    try await upload()
  }

  // MARK: The money has left one account, but doesn't arrive at the other

  private actor Account {
    private(set) var balance: Int

    init(_ balance: Int) { self.balance = balance }

    func deposit(_ amount: Int) { balance += amount }
    func withdraw(_ amount: Int) { balance -= amount }
  }

  @Sendable private func cancelledTransferIsHalfDone(_ isMended: Bool) async throws {
    let (savings, wallet) = (Account(100), Account(0))
    let transfer = Task {
      try Task.checkCancellation()
      await savings.withdraw(30)
      if !isMended { try Task.checkCancellation() }
      await wallet.deposit(30)
    }
    await work(8)
    transfer.cancel()
    _ = await transfer.result
    let sum = await savings.balance + wallet.balance
    try check(sum == 100, "Only \(sum) of 100 is left.")
  }
#endif
