// Work at the start of an app: a queue of dialogs, work in series and in parallel, and operations
// that wait for promises.
//
//     swift run StartupQueue

import AsyncPromises
import Foundation

@main
struct StartupQueue {
  static func main() async throws {
    print("Dialogs, one at a time:")
    for line in try await showDialogs() { print("  \(line)") }
    print("Four pieces of work:")
    for line in try await workInSeriesAndInParallel() { print("  \(line)") }
    print("The words of a book, counted by operations, promises and mixtures:")
    let (lines, agree) = await countWordsInFourWays()
    for line in lines { print("  \(line)") }
    guard agree else {
      print("The four versions differ.")
      exit(1)
    }
  }

  /// The pretend user dismisses one dialog and refuses two; one is withdrawn, and two never appear.
  ///
  /// - Returns: the events on the screen, then the outcome of each promise.
  static func showDialogs() async throws -> [String] {
    let screen = PretendWork()
    let queue = SerialQueue()

    // Added together, but shown one at a time.
    let update = queue.add { screen.begin("update") }
    let offer = queue.add { screen.begin("offer") }
    let permission = queue.add { screen.begin("permission") }
    offer.cancel()
    try await screen.end("update", with: "later")
    try await screen.refuse("permission")
    try await queue.waitUntilEmpty()

    // Later: one is withdrawn while it is shown, and one stops the queue.
    let rating = queue.add { screen.begin("rating") }
    try await screen.wait(for: "rating", .begins)
    rating.cancel()
    try await screen.wait(for: "rating", .isTakenBack)
    let terms = queue.add { screen.begin("terms").catch { _ in queue.stop() } }
    let tour = queue.add { screen.begin("tour") }
    try await screen.refuse("terms")
    try await queue.waitUntilEmpty()

    let promises = [
      ("update", update), ("offer", offer), ("permission", permission), ("rating", rating),
      ("terms", terms), ("tour", tour),
    ]
    var lines = screen.transcript
    for (name, promise) in promises {
      lines.append("→ \(name): \(fate(of: await promise.result))")
    }
    return lines
  }

  /// Runs the same work in three ways. Work that runs concurrently ends in reverse order.
  static func workInSeriesAndInParallel() async throws -> [String] {
    let items = ["a", "b", "c", "d"]
    return [
      try await run("in series", rounds: [["a"], ["b"], ["c"], ["d"]]) { work in
        series(items) { work.begin($0) }
      },
      try await run("in parallel", rounds: [["a", "b", "c", "d"]]) { work in
        parallel(items) { work.begin($0) }
      },
      try await run("two at a time", rounds: [["a", "b"], ["c", "d"]]) { work in
        parallel(items, atATime: 2) { work.begin($0) }
      },
    ]
  }

  private static func run(
    _ way: String, rounds: [[String]], _ start: (PretendWork) -> Promise<[String]>
  ) async throws -> String {
    let work = PretendWork()
    let results = start(work)
    for round in rounds {
      for name in round { try await work.wait(for: name, .begins) }
      for name in round.reversed() { try await work.end(name, with: name.uppercased()) }
    }
    let list = try await results.get().joined(separator: " ")
    return "\(way): \(list), at most \(work.mostAtATime) at a time"
  }

  /// - Returns: the result of each version, and whether they agree.
  static func countWordsInFourWays() async -> (lines: [String], agree: Bool) {
    let library = Library()
    var lines: [String] = []
    var agree = true
    for title in ["Ali Baba", "Cassim"] {
      let ways: KeyValuePairs<String, Promise<Int>> = [
        "operations": .wrap { library.countByOperations(title, completion: $0) },
        "a promise in operations": .wrap {
          library.countByPromiseInOperations(title, completion: $0)
        },
        "an operation in a chain": library.countByOperationInChain(title),
        "promises": library.countByPromises(title),
      ]
      var fates: Set<String> = []
      for (way, count) in ways {
        let fate = fate(of: await count.result)
        fates.insert(fate)
        lines.append("\(title), by \(way): \(fate)")
      }
      agree = agree && fates.count == 1
    }
    return (lines, agree)
  }

  /// Describes the outcome of a promise.
  static func fate<Value>(of result: Result<Value, any Error>) -> String {
    switch result {
    case .success(let value): "\(value)"
    case .failure(is CancellationError): "cancelled"
    case .failure(let error): "\(error)"
    }
  }
}
