// Library.swift at all stages.

import Testing

@MainActor
@Suite("classes that only the main actor uses")
struct LibraryTests {
  private func lines(_ ids: Int...) async -> [String] {
    let room = ReadingRoom()
    await withCheckedContinuation { continuation in
      room.read(ids) { continuation.resume() }
    }
    return room.lines
  }

  @Test("M2: calls keep their order, queue and values")
  func one() async {
    #expect(
      await lines(1) == [
        "reads, main queue", "asks 1, main queue", "near 1, main queue", "goes on, main queue",
        "found 1: near 1, 1, main queue", "[\"near 1, 1\"], main queue", "ends, main queue",
      ])
  }

  @Test("M2: all calls of a group start before the first answer")
  func several() async {
    #expect(
      await lines(1, 2).dropLast(2) == [
        "reads, main queue", "asks 1, main queue", "near 1, main queue", "asks 2, main queue",
        "near 2, main queue", "goes on, main queue", "found 1: near 1, 2, main queue",
        "found 2: near 2, 2, main queue",
      ])
  }

  /// An async function doesn't wait for an answer that is there already, so that it may continue
  /// before its caller does.
  @Test("M2: an answer from another queue and one after an error arrive on the main queue")
  func later() async {
    #expect(
      await lines(10).filter { $0 != "goes on, main queue" } == [
        "reads, main queue", "asks 10, main queue", "far, main queue",
        "found 1: far 10, main queue", "[\"far 10\"], main queue", "ends, main queue",
      ])
    #expect(
      await lines(0) == [
        "reads, main queue", "asks 0, main queue", "near 1, main queue", "goes on, main queue",
        "missing, main queue", "far, main queue", "[\"far 0\"], main queue", "ends, main queue",
      ])
  }
}
