// GuidesTests.swift: tests the recipes and the wrapped callbacks.

import Foundation
import PromiseKitCompat
import TestSupport
import Testing

@MainActor
@Suite("PromiseKit app: wrapping", .timeLimit(.minutes(10)))
struct WrappingTests {
  @Test("Wraps callbacks of all shapes: success")
  func success() async throws {
    let device = Device()
    #expect(try await device.charge().async() == 80)
    #expect(try await device.reversedCharge().async() == 80)
    #expect(try await device.chargeResult().async() == 80)
    #expect(try await device.fullCharge().async() == 100)
    try await device.reset().async()
  }

  @Test("Wraps callbacks of all shapes: failure")
  func failure() async {
    let device = Device(failure: .status(1))
    for promise in [
      device.charge(), device.reversedCharge(), device.chargeResult(), device.fullCharge(),
    ] {
      await #expect(throws: ServerError.status(1)) { try await promise.async() }
    }
    await #expect(throws: ServerError.status(1)) { try await device.reset().async() }
  }

  @Test("Wraps a callback without a value or an error, and a body that throws")
  func nothing() async {
    let device = Device(battery: nil)
    let error = await #expect(throws: PMKError.self) { try await device.charge().async() }
    guard case .invalidCallingConvention = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    await #expect(throws: ServerError.status(403)) { try await device.fullCharge().async() }
  }

  @Test("Wraps a callback that can't fail", arguments: [true, false])
  func guarantee(isAllowed: Bool) async {
    let dialog = PermissionDialog()
    let answer = dialog.ask()
    #expect(answer.isPending)
    dialog.press(isAllowed)
    #expect(await answer.async() == isAllowed)
  }

  @Test("Keeps a delegate alive until it is called")
  func delegate() async throws {
    let locator = Locator()
    let place = PlaceFinder.find(with: locator)
    #expect(locator.delegate != nil)
    locator.find("Baghdad")
    #expect(try await place.async() == "Baghdad")

    let failing = PlaceFinder.find(with: locator)
    locator.fail(ServerError.status(2))
    await #expect(throws: ServerError.status(2)) { try await failing.async() }
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
    #expect(try await Guides.greeting(server, id: 1).async() == "Ada has 2 posts")
    await #expect(throws: ServerError.status(404)) {
      try await Guides.greeting(server, id: 2).async()
    }
    let dialog = PermissionDialog()
    let summary = Guides.summary(server, Device(), dialog)
    dialog.press(true)
    #expect(try await summary.async() == "Ada 80 true")

    let failing = Guides.summary(server, Device(failure: .status(1)), dialog)
    await #expect(throws: ServerError.status(1)) { try await failing.async() }
    dialog.press(false)
  }

  @Test("Outcomes, and states of promises")
  func outcomes() async {
    let (pending, seal) = Promise<Int>.pending()
    #expect(Guides.state(of: pending) == "pending")
    let outcomes = Guides.outcomes([pending, .value(2), Promise(error: ServerError.status(3))])
    #expect(outcomes.isPending)
    seal.fulfill(1)
    #expect(await outcomes.async() == ["1", "2", "status(3)"])
    #expect(Guides.state(of: pending) == "value 1")
    let rejected = Promise<Int>(error: ServerError.status(3))
    #expect(Guides.state(of: rejected) == "error status(3)")
    #expect(Guides.state(of: Guarantee.value("x")) == "value x")
  }

  @Test("Branches settle independently")
  func branches() async throws {
    let branches = Guides.branches(Server(["users/1": [ada]]))
    #expect(try await branches.name.async() == "Ada")
    #expect(try await branches.id.async() == 1)
    let failing = Guides.branches(Server())
    await #expect(throws: ServerError.status(404)) { try await failing.name.async() }
    await #expect(throws: ServerError.status(404)) { try await failing.id.async() }
  }

  @Test("Sequences")
  func sequences() async throws {
    let more = Server.Answer.text(
      """
      [{"id": 3, "author": 2, "title": ""}, {"id": 4, "author": 2, "title": "Rum"},
       {"id": 5, "author": 2, "title": "Gin", "isHidden": true}]
      """)
    let server = Server(["users/1/posts": [posts], "users/2/posts": [more]])
    #expect(try await Guides.titles(server, users: [2, 1]).async() == ["ale", "rum", "tea"])
    await #expect(throws: ServerError.status(404)) {
      try await Guides.titles(server, users: [1, 3]).async()
    }
    #expect(await Guides.words(["ale and", "", "tea"]).async() == ["ale", "and", "tea"])
    #expect(try await Guides.ends(.value([4, 20, 30, 9])).async() == (4, 20, 9))
    for numbers in [[], [4, 9]] {
      let error = await #expect(throws: PMKError.self) {
        try await Guides.ends(.value(numbers)).asVoid().async()
      }
      guard case .emptySequence = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test("Untyped JSON", arguments: ["[]", "{}", #"{"name": 1}"#])
  func looseJSON(text: String) async throws {
    #expect(try await Guides.looseName(Server(["users/1": [ada]])).async() == "Ada")
    let error = await #expect(throws: PMKError.self) {
      try await Guides.looseName(Server(["users/1": [.text(text)]])).async()
    }
    guard case .compactMap = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("Falls back for only one error")
  func fallback() async throws {
    #expect(try await Guides.fallback(Server(["users/1": [ada]])).async().name == "Ada")
    let server = Server(["me": [.failure(ServerError.status(500))], "users/1": [ada]])
    await #expect(throws: ServerError.status(500)) { try await Guides.fallback(server).async() }
    #expect(server.paths == ["me"])
  }

  @Test("A first step that may throw")
  func owner() async throws {
    let server = Server(["users/1": [ada]])
    let post = Post(id: 1, author: 1, title: "Tea")
    #expect(try await Guides.owner(server, of: post).async() == "Ada")
    let missing = Guides.owner(server, of: nil)
    guard case .badInput = missing.error as? PMKError else {
      Issue.record("\(missing)")
      return
    }
  }

  @Test("A minimum time, and a time limit")
  func time() async throws {
    let (least, end) = Guarantee<Void>.pending()
    let unhurried = Guides.unhurried(Promise.value(1), least: least)
    #expect(unhurried.isPending)
    end(())
    #expect(try await unhurried.async() == 1)
    #expect(try await Guides.unhurried(Promise.value(2), least: after(seconds: 0)).async() == 2)

    let (pending, seal) = Promise<Int>.pending()
    await #expect(throws: TimedOut.self) {
      try await Guides.inTime(pending, seconds: 0).async()
    }
    seal.fulfill(1)
    #expect(try await Guides.inTime(pending, seconds: 600).async() == 1)
  }

  @Test("Runs steps in order; sends requests concurrently")
  func steps() async throws {
    let log = Journal<String>()
    let steps = ["a", "b", "c"].map { name in
      { after(.nanoseconds(0)).done { log.write(name) } }
    }
    await Guides.inTurn(steps).async()
    #expect(log.entries == ["a", "b", "c"])

    let nothing = [Server.Answer.text("")]
    let server = Server(["settings": nothing, "draft": nothing, "done": nothing])
    try await Guides.saveAll(server).async()
    #expect(server.paths == ["settings", "draft", "done"])
    await #expect(throws: ServerError.status(404)) {
      try await Guides.saveAll(Server(["settings": nothing, "done": nothing])).async()
    }
  }

  @Test("Uses the first mirror that has the file; fails if none has it")
  func mirrors() async throws {
    let full = Server(["a": [.text("full")]])
    #expect(try await Guides.mirrored([Server(), full, Server()], "a").async() == "full")
    let error = await #expect(throws: PMKError.self) {
      try await Guides.mirrored([Server(), Server()], "a").async()
    }
    guard case .noWinner = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("Runs work on a queue")
  func queues() async throws {
    #expect(await Guides.sum([1, 2, 3]).async() == 6)
    #expect(try await Guides.blockingSum([1, 2, 3, 4, 5]).async() == 15)
  }
}
