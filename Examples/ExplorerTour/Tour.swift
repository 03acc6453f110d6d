// Four bugs in code that looks right. The explorer finds and reports each of them, and finds none
// in the fixed programs:
//
//     swift run --package-path Examples ExplorerTour

import AsyncExplorer

/// A program with a bug that rarely shows up in a run, and the same program without the bug.
struct Tour: Sendable {
  let name: String
  let looksRight: @Sendable () async throws -> Void
  let isRight: @Sendable () async throws -> Void

  static let all: [Tour] = [.doubleLoad, .lateReply, .lostWakeUp, .forgottenContinuation]

  /// The report of an order in which the first program fails, if there is one.
  func find() async -> ExplorationFailure? {
    do {
      try await explore { try await looksRight() }
      return nil
    } catch {
      return error as? ExplorationFailure
    }
  }
}

struct Wrong: Error, CustomStringConvertible {
  let description: String
}

func expect(_ isTrue: Bool, _ text: @autoclosure () -> String) throws {
  if !isTrue { throw Wrong(description: text()) }
}

@main
enum Main {
  static func main() async throws {
    for tour in Tour.all {
      print("## \(tour.name)\n")
      print(await tour.find().map(\.description) ?? "Found no bug.")
      let summary = try await explore { try await tour.isRight() }
      print("\nFixed: \(summary.schedules) orders, none of which fails.\n")
    }
  }
}
