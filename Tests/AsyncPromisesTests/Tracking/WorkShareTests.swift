// WorkShare.swift: one promise's share of a scope's activity.

import Testing

@testable import AsyncPromises
@testable import AsyncPromisesTracking

@Suite("WorkShare", .timeLimit(.minutes(10)))
struct WorkShareTests {
  private let activity = ActivityCounter(within: nil)

  @Test("T1 T4: one operation may have tens of thousands of ready jobs")
  func many() {
    let work = WorkShare()
    for _ in 0..<40_000 { work.enter(activity) }
    for _ in 1..<40_000 {
      work.leave(activity)
      guard work.isActive, !activity.isZero else {
        Issue.record("The activity ended early.")
        return
      }
    }
    work.leave(activity)
    let isActive = work.isActive
    #expect(!isActive)
    #expect(activity.isZero)
  }

  @Test("T4: busy work no longer counts, however many jobs it has ready", arguments: [1, 40_000])
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
    // Jobs that don't count are removed first.
    for _ in 0...count { work.leave(activity) }
    #expect(activity.number == 1)
    work.leave(activity)
    #expect(activity.isZero)
  }
}
