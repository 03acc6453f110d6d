// The explorer finds and reports each bug of the tour, and finds none in the fixed programs.

import AsyncExplorer
import Testing

@testable import ExplorerTour

@Suite("ExplorerTour", .timeLimit(.minutes(5)))
struct ExplorerTourTests {
  #if os(Linux) && compiler(>=6.3)
    @Test("X4: the bug is found and replayed", arguments: Tour.all.indices)
    func isFound(_ index: Int) async throws {
      let tour = Tour.all[index]
      let failure = try #require(await tour.find())
      #expect(failure.description.split(separator: "\n").count <= 30)
      let replay = try #require(failure.replay)
      await #expect(throws: ExplorationFailure.self) {
        try await explore(replay: replay) { try await tour.looksRight() }
      }
    }

    @Test("X4: reports name the functions and errors involved")
    func reports() async throws {
      let doubleLoad = try #require(await Tour.doubleLoad.find()).description
      #expect(doubleLoad.contains("ImageCache.image(of:) on ImageCache"))
      #expect(doubleLoad.contains("The image was loaded 2 times."))
      let lostWakeUp = try #require(await Tour.lostWakeUp.find()).description
      #expect(lostWakeUp.contains("waits for a continuation in Download.isFinished()"))
      let forgotten = try #require(await Tour.forgottenContinuation.find()).description
      #expect(forgotten.contains("waits for a continuation in closure #1 in Printer.paper()"))
    }
  #endif

  @Test("X1: no order of the fixed program fails", arguments: Tour.all.indices)
  func isGone(_ index: Int) async throws {
    let tour = Tour.all[index]
    try await explore(schedules: 500) { try await tour.isRight() }
    try await explore(schedules: 500, .exhaustive(preemptions: 2)) { try await tour.isRight() }
  }
}
