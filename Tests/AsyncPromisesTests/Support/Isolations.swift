// Where handlers are written, and the check that they run there.

import AsyncPromises
import Dispatch
import TestSupport
import Testing

/// A global actor that is not the main actor.
@globalActor
actor TestActor {
  static let shared = TestActor()
}

/// An actor of which a test makes an instance.
actor Desk {
  /// Callable without `await` by code that is isolated to the desk, and by no other.
  func enter() {
    preconditionIsolated("A handler runs outside of the actor that it was written in.")
  }
}

/// The main actor, seen from synchronous code that may run anywhere. The thread would not tell: a
/// process whose main function is asynchronous may serve the main queue with any thread.
enum MainQueue {
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) ?? false }
}

/// An object that tells whether it was freed on the main actor.
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

  /// Stands for a use of the object, so that a closure captures it.
  func use() {}
}

typealias Look = @Sendable () -> Void

/// B2: the same handler, written in four places, runs in each of them when the source settles.
///
/// Each closure derives from the promise with a handler that calls the given function; in the one
/// for `desk` the handler calls `enter()` before.
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

/// How a handler's time ends.
enum HandlerEnd: Sendable {
  case settled(Result<Int, any Error>)
  case cancelled
}

/// B6: a handler of the main actor is released on the main actor, however its time ends.
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
