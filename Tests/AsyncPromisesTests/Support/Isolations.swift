// The places where handlers are written, and checks that they run there.

import AsyncPromises
import Dispatch
import TestSupport
import Testing

/// A global actor that is not the main actor.
@globalActor
actor TestActor {
  static let shared = TestActor()
}

/// An actor that tests create instances of.
actor Desk {
  /// Only code that is isolated to the desk can call this without `await`.
  func enter() {
    preconditionIsolated("A handler runs outside the actor that it was written in.")
  }
}

/// The main actor, seen from synchronous code that may run anywhere. The thread doesn't identify
/// it: in a process whose main function is asynchronous, any thread may serve the main queue.
enum MainQueue {
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) ?? false }
}

/// An object that reports whether it was freed on the main actor.
final class Located: Sendable {
  private let resolver: Resolver<Bool>

  private init(_ resolver: Resolver<Bool>) {
    self.resolver = resolver
  }

  deinit {
    resolver.fulfill(MainQueue.isCurrent)
  }

  static func make() -> (object: Located, freedOnMain: Promise<Bool>) {
    let (freed, resolver) = Promise<Bool>.pending()
    return (Located(resolver), freed)
  }

  /// Does nothing, but a closure that calls it captures the object.
  func use() {}
}

typealias Look = @Sendable () -> Void

/// B2: handlers written in four places each run where they were written.
///
/// Each closure derives a promise with a handler that calls the given function. The handler
/// in `desk` calls `enter()` first.
func expectWhereWritten<U>(
  after result: Result<Int, any Error> = .success(1),
  main: @MainActor (Promise<Int>, @escaping Look) -> Promise<U>,
  shared: @TestActor (Promise<Int>, @escaping Look) -> Promise<U>,
  desk: @Sendable (isolated Desk, Promise<Int>, @escaping Look) -> Promise<U>,
  nowhere: (Promise<Int>, @escaping Look) -> Promise<U>,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let (source, resolver) = Promise<Int>.pending()
  let places = Journal<String>()
  let derived = [
    await main(source) { places.write(MainQueue.isCurrent ? "main" : "not main") },
    await shared(source) {
      TestActor.preconditionIsolated()
      places.write("shared")
    },
    await desk(Desk(), source) { places.write("desk") },
    nowhere(source) { places.write(MainQueue.isCurrent ? "main" : "nowhere") },
  ]
  resolver.resolve(with: result)
  for promise in derived { _ = await promise.result }
  let expected: Set = ["main", "shared", "desk", "nowhere"]
  #expect(Set(places.entries) == expected, sourceLocation: sourceLocation)
  #expect(places.count == 4, sourceLocation: sourceLocation)
}

/// The event that ends a handler's life.
enum HandlerEnd: Sendable {
  case settled(Result<Int, any Error>)
  case cancelled
}

/// B6: a main-actor handler is released on the main actor, whatever ends its life.
func expectReleaseOnMain<U>(
  _ ends: [HandlerEnd], _ derive: @MainActor (Promise<Int>, Located) -> Promise<U>,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  for end in ends {
    let (source, resolver) = Promise<Int>.pending()
    let (derived, freedOnMain) = await deriveOnMain(from: source, derive)
    switch end {
    case .settled(let result): resolver.resolve(with: result)
    case .cancelled: derived.cancel()
    }
    #expect(try await freedOnMain.value, "\(end)", sourceLocation: sourceLocation)
    withExtendedLifetime((source, resolver, derived)) {}
  }
}

@MainActor
private func deriveOnMain<U>(
  from source: Promise<Int>, _ derive: @MainActor (Promise<Int>, Located) -> Promise<U>
) -> (Promise<U>, Promise<Bool>) {
  let (object, freedOnMain) = Located.make()
  return (derive(source, object), freedOnMain)
}
