// Promises that meet: each two features of a load at once, with two threads, four isolations and
// more handlers than a turn has.

import AsyncPromises
import TestSupport
import Testing

@Suite("Pairs", .serialized, .timeLimit(.minutes(10)))
struct PairTests {
  @Test(
    "B2 B3 B6 B9 B10: handlers keep their order and isolation, and are released",
    arguments: Feature.pairs)
  func inOrder(_ features: [Feature]) async throws {
    let load = Load(features)
    await load.registerAll()
    try await load.run(allLeave: false)
    let ends = try await load.end()
    for (lane, results) in zip(load.lanes + [load.queue], ends) {
      let started = lane.started.entries
      if System.hasImmediateTasks || !features.contains(.asynchronous) {
        #expect(started == started.sorted(), "\(features)")
      }
      #expect(Set(started).count == started.count)
      let failed = results.indices.filter { number in
        if case .success = results[number] { return false }
        return !features.contains(.leaving) || !number.isMultiple(of: 3)
      }
      #expect(failed.isEmpty, "\(features): \(failed.first.map { results[$0] })")
    }
    try await load.freed.value
    #expect(load.received.entries.contains("consumer"))
    #expect(!load.received.entries.contains("late"))
  }

  @Test(
    "E2 H1: when all leave as the value arrives, it goes to exactly one place",
    arguments: Feature.pairs)
  func allLeave(_ features: [Feature]) async throws {
    let load = Load(features)
    await load.registerAll()
    try await load.run(allLeave: true)
    let ends = try await load.end()
    try await load.freed.value
    let received = load.received.entries
    #expect(Set(received).count <= 1, "\(features): \(Set(received))")
    #expect(received.filter { $0 == "late" }.count <= 1)
    for (lane, results) in zip(load.lanes + [load.queue], ends) {
      let (started, fulfilled) = (
        Set(lane.started.entries),
        results.indices.filter {
          if case .success = results[$0] { true } else { false }
        }
      )
      if lane !== load.queue { #expect(started.isSuperset(of: fulfilled), "\(features)") }
    }
  }

  @Test(
    "E2: when all have left, the work is stopped, unless it is shielded", arguments: Feature.pairs)
  func stops(_ features: [Feature]) async throws {
    // A retry that is left before its first attempt makes none.
    guard !features.contains(.attempt) else { return }
    let load = Load(features)
    await load.registerAll()
    try await load.run(allLeave: true, arrives: false)
    #expect(load.isAtWork == features.contains(.shield), "\(features)")
    _ = try await load.end()
    try await load.freed.value
    #expect(load.received.entries == ["late"], "\(features)")
  }
}
