// Competitors: Swift's own concurrency.

enum ConcurrencyPeers {
  static let handler = Competitor.countingDown("Task {}") { _, countdown in
    Task { countdown.arrive() }
  }

  static let mainActorHandler = Competitor.countingDown("Task {}") { _, countdown in
    Task { @MainActor in countdown.arrive() }
  }

  static let all = Competitor.inTask("TaskGroup", operations: 1000) { rounds in
    for _ in 0..<rounds {
      let values = await withTaskGroup(of: Int.self) { group in
        for value in 0..<1000 { group.addTask { await Awaiting.answer(value) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      keep(values.count)
    }
  }

  static func map(concurrency: Int) -> Competitor {
    .inTask("TaskGroup", operations: 10_000) { rounds in
      for _ in 0..<rounds {
        let values = try? await withThrowingTaskGroup(of: (Int, Int).self) { group in
          var values = [Int](repeating: 0, count: 10_000)
          for value in 0..<10_000 {
            if value >= concurrency, let (index, value) = try await group.next() {
              values[index] = value
            }
            group.addTask { (value, await Awaiting.answer(value)) }
          }
          for try await (index, value) in group { values[index] = value }
          return values
        }
        keep(values?.count ?? 0)
      }
    }
  }

  static let race = Competitor.inTask("TaskGroup") { rounds in
    for _ in 0..<rounds {
      let first = await withTaskGroup(of: Int.self) { group in
        for value in 0..<100 { group.addTask { await Awaiting.answer(value) } }
        return await group.next()
      }
      keep(first ?? 0)
    }
  }

  static let finishedTask = Competitor.inTask("Task.value") { rounds in
    let task = Task { 1 }
    keep(await task.value)
    for _ in 0..<rounds { keep(await task.value) }
  }

  static let continuation = Competitor.inTask("CheckedContinuation") { rounds in
    await Exchange<CheckedContinuation<Int, Never>>(wake: { $0.resume(returning: 1) })
      .run(rounds) { exchange in
        keep(
          await withCheckedContinuation(isolation: exchange) {
            exchange.wakeOther(andLeave: $0)
          })
      }
  }

  static let task = Competitor.inTask("Task.value") { rounds in
    for round in 0..<rounds { keep(await Task { await Awaiting.answer(round) }.value) }
  }
}
