// NotificationCenter.swift: the next notification.

import AsyncPromisesTesting
import Foundation
import PMKFoundationCompat
import PromiseKitCompat
import TestSupport
import Testing

@Suite("NotificationCenter", .needsTracking, .timeLimit(.minutes(10)))
struct NotificationCenterTests {
  private let center = NotificationCenter()
  private let name = Notification.Name("test")

  @Test("the first notification fulfills the guarantee and removes the observer")
  func first() async throws {
    try await withPromiseScope { scope in
      let guarantee = center.observe(once: name)
      #expect(guarantee.value == nil)
      center.post(name: name, object: nil, userInfo: ["number": 1])
      center.post(name: name, object: nil, userInfo: ["number": 2])
      let notification = await guarantee.async()
      #expect(notification.name == name)
      #expect(notification.userInfo?["number"] as? Int == 1)
      // If the observer remained, it would settle the guarantee again, which would be reported.
      #expect(scope.events.isEmpty)
    }
  }

  @Test("other notifications are ignored")
  func others() async {
    let (wanted, other) = (NSObject(), NSObject())
    let guarantee = center.observe(once: name, object: wanted)
    center.post(name: Notification.Name("other"), object: wanted)
    center.post(name: name, object: other)
    center.post(name: name, object: nil)
    #expect(guarantee.value == nil)
    center.post(name: name, object: wanted)
    #expect(await guarantee.async().object as? NSObject === wanted)
  }

  @Test("cancelling a promise made from the guarantee ends the observation")
  func cancellation() async throws {
    try await withPromiseScope { scope in
      let guarantee = center.observe(once: name)
      let promise = guarantee.cancellize()
      promise.cancel()
      let error = await #expect(throws: (any Error).self) { _ = try await promise.async() }
      #expect(error?.isCancelled == true)
      center.post(name: name, object: nil)
      #expect(guarantee.value == nil)
      #expect(scope.events.isEmpty)
    }
  }

  // On Darwin, an observer retains its closure even after the center is deallocated.
  #if !canImport(Darwin)
    @Test("an observed center can be deallocated, which leaves its guarantee pending")
    func lifetime() async throws {
      try await withPromiseScope(reports: .ignore) { scope in
        // Keeps reports from being printed.
        scope.install { _ in }
        var center: NotificationCenter? = NotificationCenter()
        let kept = { [weak center] in center }
        let guarantee = try #require(center?.observe(once: name))
        center = nil
        #expect(kept() == nil)
        #expect(guarantee.isPending && Promise(guarantee).isPending)
      }
    }
  #endif
}
