// WorkShare.swift: how much of a scope's activity is one promise's.

import Testing

@testable import AsyncPromises

@Suite("WorkShare", .timeLimit(.minutes(10)))
struct WorkShareTests {
  private let activity = ActivityCounter(within: nil)

  @Test("T1 T4: as many jobs of one operation may be ready at once as a process has room for")
  func many() {
    let work = WorkShare()
    for _ in 0..<40_000 { work.enter(activity) }
    for _ in 1..<40_000 {
      work.leave(activity)
      guard work.isActive, !activity.isZero else {
        Issue.record("The activity ends early.")
        return
      }
    }
    work.leave(activity)
    let isActive = work.isActive
    #expect(!isActive)
    #expect(activity.isZero)
  }

  @Test("T4: busy work counts no longer, however many jobs it has ready", arguments: [1, 40_000])
  func busy(count: Int) throws {
    let work = WorkShare()
    for _ in 0..<count { work.enter(activity) }
    let (counted, countedLater) = (work.becomesBusy(), work.becomesBusy())
    for _ in 0..<(try #require(counted)) { activity.leave() }
    #expect(activity.isZero)
    #expect(countedLater == nil)
    work.enter(activity)
    #expect(activity.isZero)
    work.isBusyNoLonger()
    work.enter(activity)
    #expect(activity.number == 1)
    // Those that do not count are struck off first.
    for _ in 0...count { work.leave(activity) }
    #expect(activity.number == 1)
    work.leave(activity)
    #expect(activity.isZero)
  }
}
