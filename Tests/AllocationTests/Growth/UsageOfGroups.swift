// Groups of promises, and maps of items.

import AsyncPromises
import AsyncPromisesTesting

extension Usage {
  static let groups: [Usage] = [
    Usage("all") { _ in _ = try await Promise.all([.fulfilled(1), Promise { 2 }]).get() },
    Usage("all, of several types") { _ in
      _ = try await Promise.all(Promise.fulfilled(1), Promise { "2" }).get()
    },
    Usage("all, rejected beside the gate") { neighbours in
      _ = await Promise.all([neighbours.gate, .rejected(usageError)]).result
    },
    Usage("allSettled") { _ in
      _ = try await Promise.allSettled([.fulfilled(1), Promise { 2 }]).get()
    },
    Usage("any beside the gate") { neighbours in
      _ = try await Promise.any([neighbours.gate, Promise { 1 }]).get()
    },
    Usage("race against the gate") { neighbours in
      _ = try await Promise.race([neighbours.gate, Promise { 1 }]).get()
    },
    Usage("inCompletionOrder, left") { neighbours in
      for await _ in Promise.inCompletionOrder([neighbours.gate, .fulfilled(1)]) { break }
    },
    Usage("allSettled, of several types") { _ in
      let failing = Promise<String>.rejected(usageError)
      _ = try await Promise.allSettled(Promise.fulfilled(1), failing).get()
      _ = try await Promise.allSettled(Promise { 1 }, failing, failing).get()
    },
    Usage("all that cancels its losers") { neighbours in
      let inputs = [neighbours.gate.map { $0 + 1 }, .rejected(usageError)]
      _ = await Promise.all(inputs, remaining: .cancel).result
    },
    Usage("any that cancels its losers") { neighbours in
      let operation = Promise<Int> { () async throws in try await neighbours.gate.get() }
      _ = try await Promise.any([operation, Promise { 1 }], remaining: .cancel).get()
      try await operation.waitForOperation()
    },
    Usage("race that cancels its losers") { neighbours in
      let inputs = [neighbours.gate.map { $0 + 1 }, Promise { 1 }]
      _ = try await Promise.race(inputs, remaining: .cancel).get()
    },
    Usage("race, cancelled") { neighbours in
      Promise.race([neighbours.gate, neighbours.gate.map { $0 + 1 }], remaining: .leave).cancel()
    },
  ]

  static let maps: [Usage] = [
    Usage("map, two at a time") { _ in
      _ = try await Promise.map(0..<4, concurrency: 2) { number async in number }.get()
    },
    Usage("map, of promises") { _ in
      _ = try await Promise.map(0..<4, concurrency: 2) { Promise.fulfilled($0) }.get()
    },
    Usage("mapSettled, all fulfilled") { _ in
      _ = try await Promise.mapSettled(0..<4) { number async throws in number }.get()
    },
    Usage("mapSettled") { _ in
      _ = try await Promise.mapSettled(0..<4) { number async throws -> Int in
        if number == 2 { throw usageError }
        return number
      }.get()
    },
    Usage("map that fails") { _ in
      let map = Promise.map(0..<4, concurrency: 2) { number async throws -> Int in
        if number == 1 { throw usageError }
        return number
      }
      _ = await map.result
    },
    Usage("map that fails beside the gate") { neighbours in
      let map = Promise.map(0..<4) { number -> Promise<Int> in
        number == 3 ? .rejected(usageError) : neighbours.gate.map { $0 + 1 }
      }
      _ = await map.result
    },
    Usage("map, cancelled") { neighbours in
      let (began, begin) = Promise<Void>.pending()
      let map = Promise.map(0..<4, concurrency: 2) { _ async throws -> Int in
        begin.fulfill()
        return try await neighbours.gate.get()
      }
      try await began.get()
      map.cancel()
    },
    Usage("map of promises, cancelled") { neighbours in
      Promise.map(0..<4, concurrency: 2) { _ in neighbours.gate.map { $0 + 1 } }.cancel()
    },
  ]
}
