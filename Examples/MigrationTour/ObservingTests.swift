// Tests that a promise takes the first report of a notification, control or value, and then stops.

import AsyncPromises
import AsyncPromisesTesting
import Foundation
import Testing

@MainActor
@Suite("Migration tour: Observing", .timeLimit(.minutes(10)))
struct ObservingTests {
  let center = NotificationCenter()

  func logIn(_ name: String) {
    center.post(name: .didLogIn, object: nil, userInfo: ["name": name])
  }

  @Test("A notification fulfills the promise; later ones are ignored")
  func notification() async throws {
    try await withPromiseScope { scope in
      let greeting = greeting(center)
      logIn("Morgiana")
      logIn("Cassim")
      let text = try await greeting.value
      #expect(text == "Welcome, Morgiana")
      #expect(scope.events.isEmpty)
    }
  }

  @Test("An unreadable notification is skipped")
  func unreadable() async throws {
    let greeting = greeting(center)
    center.post(name: .didLogIn, object: nil)
    #expect(greeting.resultIfSettled == nil)
    logIn("Morgiana")
    #expect(try await greeting.value == "Welcome, Morgiana")
  }

  @Test("Observes immediately: a notification posted on the next line isn't missed")
  func atOnce() async throws {
    let name = center.next(.didLogIn) { $0.userInfo?["name"] as? String }
    logIn("Morgiana")
    #expect(try await name.value == "Morgiana")
  }

  @Test("Handlers run after the post has returned, unlike observers")
  func order() async throws {
    try await withPromiseScope { scope in
      var steps: [String] = []
      center.next(.didLogIn) { _ in true }.done { _ in steps.append("handler") }
      logIn("Morgiana")
      steps.append("posted")
      try await scope.settle(within: patience)
      #expect(steps == ["posted", "handler"])
    }
  }

  @Test("Observes notifications from other threads")
  func otherThread() async throws {
    let name = center.next(.didLogIn) { $0.userInfo?["name"] as? String }
    DispatchQueue.global().async { [center] in
      center.post(name: .didLogIn, object: nil, userInfo: ["name": "Morgiana"])
    }
    #expect(try await name.value == "Morgiana")
  }

  @Test("Before: the observer receives every login until it is removed")
  func observer() async throws {
    let greeting = Greeting(center)
    let first = await withCheckedContinuation { continuation in
      greeting.begin { continuation.resume(returning: $0) }
      logIn("Morgiana")
    }
    greeting.end()
    #expect(first == "Welcome, Morgiana")
    logIn("Cassim")  // would resume a second time, and trap
  }

  @Test("A tap answers the question and removes the targets", arguments: [true, false])
  func choice(isDeletion: Bool) async throws {
    try await withPromiseScope { scope in
      let choice = Choice()
      let answer = choice.ask()
      (isDeletion ? choice.delete : choice.keep).tap()
      try await scope.settle(within: patience)
      #expect((try? answer.resultIfSettled?.get()) == isDeletion)
      #expect(choice.delete.targets == 0 && choice.keep.targets == 0)
      #expect(scope.events.isEmpty)
    }
  }

  @Test(
    "Before: the same question with targets, actions and a completion", arguments: [true, false])
  func question(isDeletion: Bool) {
    let question = Question()
    var answers: [Bool] = []
    question.ask { answers.append($0) }
    (isDeletion ? question.delete : question.keep).tap()
    question.keep.tap()
    #expect(answers == [isDeletion])
  }

  @Test("Cancelling the question removes the targets")
  func cancelled() async throws {
    try await withPromiseScope { scope in
      let choice = Choice()
      choice.ask().cancel()
      try await scope.settle(within: patience)
      #expect(choice.delete.targets == 0 && choice.keep.targets == 0)
    }
  }

  @Test("A pending tap doesn't keep its button alive, and can be cancelled")
  func buttonGoes() async {
    var button: Button? = Button()
    let remaining = { [weak button] in button }
    let tapped = button?.tapped()
    button = nil
    #expect(remaining() == nil && tapped?.resultIfSettled == nil)
    tapped?.cancel()
    await #expect(throws: CancellationError.self) { try await tapped?.value }
  }

  @Test("The current value counts; the observation ends with the promise")
  func observedValue() async throws {
    try await withPromiseScope { scope in
      let download = Download()
      let half = download.reached(0.5)
      download.progress = 0.4
      #expect(half.resultIfSettled == nil && download.observers == 1)
      download.progress = 0.6
      download.progress = 0.7
      let progress = try await half.value
      #expect(progress == 0.6)
      #expect(download.observers == 0)
      let atOnce = try await download.reached(0.5).value
      #expect(atOnce == 0.7)
      #expect(scope.events.isEmpty)
    }
  }

  @Test("Cancelling the promise ends the observation")
  func cancelledObservation() async throws {
    try await withPromiseScope { scope in
      let download = Download()
      download.reached(0.5).cancel()
      try await scope.settle(within: patience)
      #expect(download.observers == 0)
    }
  }
}
