// W8, and throughput on an increasing number of threads.

import AsyncPromises

enum Contention {
  private static let operations = 10_000
  private static let threads = [1, 2, 4, 8]

  static let workloads = [
    Workload(
      id: "W8", what: "one thread attaches, another settles; per promise",
      competitors: [
        .onThread(Competitor.ours, operations: operations) { rounds in
          for _ in 0..<rounds {
            let pairs = (0..<operations).map { _ in Promise<Int>.pending() }
            let countdown = Countdown(from: operations)
            Crew.shared.run(on: 2) { thread in
              if thread == 0 {
                for pair in pairs { pair.promise.whenSettled { _ in countdown.arrive() } }
              } else {
                for pair in pairs { pair.resolver.fulfill(1) }
              }
            }
            countdown.wait()
          }
        }
      ]),
    series("contention-settle", "threads make, fulfill and read their own promises") { threads in
      onCrew(of: threads) { index in
        let (promise, resolver) = Promise<Int>.pending()
        resolver.fulfill(index)
        keep(promise.resultIfSettled)
      }
    },
    series("contention-attach", "threads attach handlers to one promise") { threads in
      let (promise, resolver) = Promise<Int>.pending()
      let countdown = Countdown(from: operations)
      let reading = onCrew(of: threads) { _ in promise.whenSettled { _ in countdown.arrive() } }
      resolver.fulfill(1)
      countdown.wait()
      return reading
    },
    series("contention-all", "threads settle the inputs of one all") { threads in
      let inputs = (0..<operations).map { _ in Promise<Int>.pending() }
      let all = Promise.all(inputs.map { $0.promise })
      let reading = onCrew(of: threads) { index in inputs[index].resolver.fulfill(index) }
      _ = try? all.wait(timeout: .seconds(60))
      return reading
    },
  ]

  /// One competitor for each number of threads. Only the work of the threads is measured.
  private static func series(
    _ id: String, _ what: String,
    _ round: @escaping @Sendable (_ threads: Int) -> Competitor.Reading
  ) -> Workload {
    Workload(
      id: id, what: what, kind: .series,
      competitors: threads.map { threads in
        let name = threads == 1 ? "1 thread" : "\(threads) threads"
        return Competitor(name: name, operations: operations) { rounds in
          var sum = Competitor.Reading()
          for _ in 0..<rounds {
            let reading = round(threads)
            sum.time += reading.time
            sum.allocations += reading.allocations
          }
          return sum
        }
      })
  }

  /// Distributes the operations over the threads, by index.
  private static func onCrew(
    of threads: Int, _ operation: @escaping @Sendable (_ index: Int) -> Void
  ) -> Competitor.Reading {
    Stopwatch.reading {
      Crew.shared.run(on: threads) { thread in
        for index in stride(from: thread, to: operations, by: threads) { operation(index) }
      }
    }
  }
}
