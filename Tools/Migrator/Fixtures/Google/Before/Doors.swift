// Promises that others settle: they stay google/promises', and the code around them moves.

import Foundation
import GooglePromisesCompat

/// Settles the promise that it is given.
protocol DoorBell: Sendable {
  func answer(_ ring: Promise<String>)
}

struct Butler: DoorBell {
  func answer(_ ring: Promise<String>) { ring.fulfill("Good evening") }
}

@MainActor
final class Door {
  private let opened: Promise<Int>
  private let asked: Promise<Void>
  private var visitors: [String: Promise<Int>] = [:]
  var bell: (any DoorBell)?

  /// Others settle `opened`, and this class settles `asked`.
  init(opened: Promise<Int>, asked: Promise<Void>) {
    self.opened = opened
    self.asked = asked
  }

  func open() -> Promise<Int> {
    asked.fulfill(())
    return opened.then { $0 + 1 }
  }

  var isOpen: Bool { !opened.isPending }

  func wait(for name: String) -> Promise<Int> {
    if let known = visitors[name] { return known }
    let promise = Promise<Int>.pending()
    visitors[name] = promise
    return promise
  }

  func visitor(_ name: String) -> Promise<Int>? { visitors[name] }

  func ring() -> Promise<String> {
    let ring = Promise<String>.pending()
    bell?.answer(ring)
    return ring
  }

  /// Settles a promise that is still at work.
  func ringOnce(_ text: String) -> Promise<String> {
    let ring = opened.then { _ in "late" }
    ring.fulfill(text)
    return ring.then { $0.uppercased() }
  }
}
