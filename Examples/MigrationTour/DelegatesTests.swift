// Tests how requests with delegates end, and what happens to forgotten callers.

import AsyncPromises
import AsyncPromisesTesting
import Testing

@MainActor
@Suite("Migration tour: Delegates", .timeLimit(.minutes(10)))
struct DelegatesTests {
  private struct NoSignal: Error {}

  let locator = Locator()

  @Test("Before: the second caller gets the answer, the first never does")
  func overwritten() {
    let compass = Compass(locator)
    var places: [String] = []
    compass.locate { _ in places.append("first") }
    compass.locate { _ in places.append("second") }
    locator.find("Baghdad")
    #expect(places == ["second"])
  }

  @Test("A call to `didFind` fulfills the promise and ends the request")
  func found() async throws {
    let place = LocationRequest.place(from: locator)
    #expect(locator.isRunning)
    locator.find("Baghdad")
    #expect(locator.delegate == nil && !locator.isRunning)
    #expect(try await place.value == "Baghdad")
  }

  @Test("A call to `didFailWith` rejects the promise and ends the request")
  func failed() async {
    let place = LocationRequest.place(from: locator)
    locator.fail(NoSignal())
    #expect(locator.delegate == nil && !locator.isRunning)
    await #expect(throws: NoSignal.self) { try await place.value }
  }

  @Test("Later calls are ignored, without a report")
  func later() async throws {
    try await withPromiseScope { scope in
      let place = LocationRequest.place(from: locator)
      locator.find("Baghdad")
      locator.find("Basra")
      let first = try await place.value
      #expect(first == "Baghdad")
      #expect(scope.events.isEmpty)
    }
  }

  @Test("Cancelling ends the request, on the main actor")
  func cancelled() async throws {
    try await withPromiseScope { scope in
      let place = LocationRequest.place(from: locator)
      place.cancel()
      try await scope.settle(within: patience)
      #expect(locator.delegate == nil && !locator.isRunning)
    }
  }

  @Test("A request lives exactly as long as its promise is pending")
  func lifetime() async throws {
    try await withPromiseScope { scope in
      weak var request: AnyObject?
      let place = LocationRequest.place(from: locator)
      request = locator.delegate
      #expect(request != nil)
      locator.find("Baghdad")
      try await scope.settle(within: patience)
      #expect(request == nil)
      withExtendedLifetime(place) {}
    }
  }

  @Test("Overwriting a stored resolver breaks the earlier caller's promise")
  func overwrittenResolver() async throws {
    try await withPromiseScope(reports: .ignore) { scope in
      var stored: Resolver<String>?
      func ask() -> Promise<String> {
        Promise { stored = $0 }
      }
      let (first, second) = (ask(), ask())
      await #expect { try await first.value } throws: {
        if case PromiseError.broken = $0 { true } else { false }
      }
      stored?.fulfill("Baghdad")
      let place = try await second.value
      #expect(place == "Baghdad")
      #expect(scope.events.map(Report.init) == [.brokenPromise])
    }
  }
}
