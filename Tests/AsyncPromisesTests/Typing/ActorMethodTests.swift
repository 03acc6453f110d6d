// B2: what the compiler says of the isolation of a handler that is a function's name.

import Testing

@Suite("Functions as handlers", .timeLimit(.minutes(10)))
struct ActorMethodTests {
  /// A closure that calls the method is isolated as it should be: write `done { self.add($0) }`.
  @Test("B2: a method of an actor loses its isolation when it is named, in Swift 6.3")
  func actorMethod() async {
    let actor = Adder()
    #expect(await actor.isolationOfClosure() === actor)
    let isolation = await actor.isolationOfMethod()
    withKnownIssue(
      "Compiler: the conversion to @isolated(any) forgets the actor", isIntermittent: true
    ) {
      #expect(isolation === actor)
    }
  }

  @MainActor
  @Test("B2: a method of the main actor keeps its isolation when it is named")
  func mainActorMethod() {
    let adder = MainAdder()
    #expect(adder.isolationOfClosure() === MainActor.shared)
    #expect(adder.isolationOfMethod() === MainActor.shared)
  }
}

/// What the library gets to know of a handler, spelled as its operators spell it.
private func isolation(
  @_inheritActorContext
  of handler: @escaping @Sendable @isolated(any) (Int) throws -> Void
) -> (any Actor)? {
  handler.isolation
}

private actor Adder {
  private var sum = 0

  func isolationOfMethod() -> (any Actor)? {
    isolation(of: add)
  }

  func isolationOfClosure() -> (any Actor)? {
    isolation { self.add($0) }
  }

  private func add(_ number: Int) {
    sum += number
  }
}

@MainActor
private final class MainAdder {
  private var sum = 0

  func isolationOfMethod() -> (any Actor)? {
    isolation(of: add)
  }

  func isolationOfClosure() -> (any Actor)? {
    isolation { self.add($0) }
  }

  private func add(_ number: Int) {
    sum += number
  }
}
