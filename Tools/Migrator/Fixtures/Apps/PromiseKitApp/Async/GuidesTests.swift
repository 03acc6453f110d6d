// GuidesTests.swift: tests the recipes and the wrapped callbacks.

import Foundation
import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver
import TestSupport
import Testing

@MainActor
@Suite("PromiseKit app: wrapping", .timeLimit(.minutes(10)))
struct WrappingTests {
  @Test("Wraps callbacks of all shapes: success")
  func success() async throws {
    let device = Device()
    #expect(try await device.charge().get() == 80)
    #expect(try await device.reversedCharge().get() == 80)
    #expect(try await device.chargeResult().get() == 80)
    #expect(try await device.fullCharge().get() == 100)
    try await device.reset()
  }

  @Test("Wraps callbacks of all shapes: failure")
  func failure() async {
    let device = Device(failure: .status(1))
    for promise in [
      device.charge(), device.reversedCharge(), device.chargeResult(), device.fullCharge(),
    ] {
      await #expect(throws: ServerError.status(1)) { try await promise.get() }
    }
    await #expect(throws: ServerError.status(1)) { try await device.reset() }
  }

  @Test("Wraps a callback without value or error, and a body that throws")
  func nothing() async {
    let device = Device(battery: nil)
    let error = await #expect(throws: PMKError.self) { try await device.charge().get() }
    guard case .invalidCallingConvention = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    await #expect(throws: ServerError.status(403)) { try await device.fullCharge().get() }
  }

  @Test("Wraps a callback that can't fail", arguments: [true, false])
  func guarantee(isAllowed: Bool) async throws {
    let dialog = PermissionDialog()
    let answer = Promise.immediate { try await dialog.ask() }
    #expect(answer.resultIfSettled == nil)
    dialog.press(isAllowed)
    #expect(try await answer.get() == isAllowed)
  }

  @Test("Keeps a delegate alive until it is called")
  func delegate() async throws {
    let locator = Locator()
    let place = PlaceFinder.find(with: locator)
    #expect(locator.delegate != nil)
    locator.find("Baghdad")
    #expect(try await place.get() == "Baghdad")

    let failing = PlaceFinder.find(with: locator)
    locator.fail(ServerError.status(2))
    await #expect(throws: ServerError.status(2)) { try await failing.get() }
  }
}

@MainActor
@Suite("PromiseKit app: guides", .timeLimit(.minutes(10)))
struct GuidesTests {
  private let ada = Server.Answer.text(#"{"id": 1, "name": "Ada"}"#)
  private let posts = Server.Answer.text(
    #"[{"id": 1, "author": 1, "title": "Tea"}, {"id": 2, "author": 1, "title": "Ale"}]"#)

  @Test("Combines the results of steps and of promises")
  func results() async throws {
    let server = Server(["users/1": [ada], "users/1/posts": [posts]])
    #expect(try await Guides.greeting(server, id: 1) == "Ada has 2 posts")
    await #expect(throws: ServerError.status(404)) {
      try await Guides.greeting(server, id: 2)
    }
    let dialog = PermissionDialog()
    let summary = Promise.immediate { try await Guides.summary(server, Device(), dialog) }
    dialog.press(true)
    #expect(try await summary.get() == "Ada 80 true")

    let failing = Promise.immediate { try await Guides.summary(server, Device(failure: .status(1)), dialog) }
    await #expect(throws: ServerError.status(1)) { try await failing.get() }
    dialog.press(false)
  }

  @Test("Outcomes, and states of promises")
  func outcomes() async throws {
    let (pending, seal) = Promise<Int>.pending()
    #expect(Guides.state(of: pending) == "pending")
    let outcomes = Guides.outcomes([pending, .fulfilled(2), Promise.rejected(ServerError.status(3))])
    #expect(outcomes.resultIfSettled == nil)
    seal.fulfill(1)
    #expect(try await outcomes.get() == ["1", "2", "status(3)"])
    #expect(Guides.state(of: pending) == "value 1")
    let rejected = Promise<Int>.rejected(ServerError.status(3))
    #expect(Guides.state(of: rejected) == "error status(3)")
    #expect(Guides.state(of: Promise.fulfilled("x")) == "value x")
  }

  @Test("Branches settle independently")
  func branches() async throws {
    let branches = Guides.branches(Server(["users/1": [ada]]))
    #expect(try await branches.name.get() == "Ada")
    #expect(try await branches.id.get() == 1)
    let failing = Guides.branches(Server())
    await #expect(throws: ServerError.status(404)) { try await failing.name.get() }
    await #expect(throws: ServerError.status(404)) { try await failing.id.get() }
  }

  @Test("Sequences")
  func sequences() async throws {
    let more = Server.Answer.text(
      """
      [{"id": 3, "author": 2, "title": ""}, {"id": 4, "author": 2, "title": "Rum"},
       {"id": 5, "author": 2, "title": "Gin", "isHidden": true}]
      """)
    let server = Server(["users/1/posts": [posts], "users/2/posts": [more]])
    #expect(try await Guides.titles(server, users: [2, 1]) == ["ale", "rum", "tea"])
    await #expect(throws: ServerError.status(404)) {
      try await Guides.titles(server, users: [1, 3])
    }
    #expect(try await Guides.words(["ale and", "", "tea"]) == ["ale", "and", "tea"])
    #expect(try await Guides.ends(.fulfilled([4, 20, 30, 9])).get() == (4, 20, 9))
    for numbers in [[], [4, 9]] {
      let error = await #expect(throws: PMKError.self) {
        try await Guides.ends(.fulfilled(numbers)).map { _ in }.get()
      }
      guard case .emptySequence = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test("Untyped JSON", arguments: ["[]", "{}", #"{"name": 1}"#])
  func looseJSON(text: String) async throws {
    #expect(try await Guides.looseName(Server(["users/1": [ada]])) == "Ada")
    let error = await #expect(throws: PMKError.self) {
      try await Guides.looseName(Server(["users/1": [.text(text)]]))
    }
    guard case .compactMap = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("Falls back for only one error")
  func fallback() async throws {
    #expect(try await Guides.fallback(Server(["users/1": [ada]])).name == "Ada")
    let server = Server(["me": [.failure(ServerError.status(500))], "users/1": [ada]])
    await #expect(throws: ServerError.status(500)) { try await Guides.fallback(server) }
    #expect(server.paths == ["me"])
  }

  @Test("A first step that may throw")
  func owner() async throws {
    let server = Server(["users/1": [ada]])
    let post = Post(id: 1, author: 1, title: "Tea")
    #expect(try await Guides.owner(server, of: post).get() == "Ada")
    let missing = Guides.owner(server, of: nil)
    guard case .badInput = missing.resultIfSettled.flatMap({ if case .failure(let error) = $0 { error } else { nil } }) as? PMKError else {
      Issue.record("\(missing)")
      return
    }
  }

  @Test("A minimum time, and a time limit")
  func time() async throws {
    let (least, end) = Promise<Void>.pending()
    let unhurried = Guides.unhurried(Promise.fulfilled(1), least: least)
    #expect(unhurried.resultIfSettled == nil)
    end.fulfill(())
    #expect(try await unhurried.get() == 1)
    #expect(try await Guides.unhurried(Promise.fulfilled(2), least: Promise.delay(for: .seconds(0))).get() == 2)

    let (pending, seal) = Promise<Int>.pending()
    await #expect(throws: TimedOut.self) {
      try await Guides.inTime(pending, seconds: 0)
    }
    seal.fulfill(1)
    #expect(try await Guides.inTime(pending, seconds: 600) == 1)
  }

  @Test("Runs steps in order, and all at once")
  func steps() async throws {
    let log = Journal<String>()
    let steps = ["a", "b", "c"].map { name in
      { Promise.delay(for: .nanoseconds(0)).done { @MainActor in log.write(name) } }
    }
    _ = await Guides.inTurn(steps).result
    #expect(log.entries == ["a", "b", "c"])

    let nothing = [Server.Answer.text("")]
    let server = Server(["settings": nothing, "draft": nothing, "done": nothing])
    try await Guides.saveAll(server)
    #expect(server.paths == ["settings", "draft", "done"])
    await #expect(throws: ServerError.status(404)) {
      try await Guides.saveAll(Server(["settings": nothing, "done": nothing]))
    }
  }

  @Test("Uses the first mirror that has the file; fails if none has it")
  func mirrors() async throws {
    let full = Server(["a": [.text("full")]])
    #expect(try await Guides.mirrored([Server(), full, Server()], "a") == "full")
    let error = await #expect(throws: PMKError.self) {
      try await Guides.mirrored([Server(), Server()], "a")
    }
    guard case .noWinner = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("Runs work on a queue")
  func queues() async throws {
    #expect(try await Guides.sum([1, 2, 3]) == 6)
    #expect(try await Guides.blockingSum([1, 2, 3, 4, 5]) == 15)
  }
}
