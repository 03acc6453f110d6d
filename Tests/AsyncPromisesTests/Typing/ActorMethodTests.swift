// B2: which isolation the compiler gives to a handler that is passed by name.

import Testing

@Suite("Functions as handlers", .timeLimit(.minutes(10)))
struct ActorMethodTests {
  /// A closure that calls the method has the right isolation: write `done { self.add($0) }`.
  @Test("B2: a method of an actor loses its isolation when passed by name, in Swift 6.3")
  func actorMethod() async {
    let actor = Adder()
    #expect(await actor.isolationOfClosure() === actor)
    let isolation = await actor.isolationOfMethod()
    withKnownIssue(
      "Compiler bug: the conversion to @isolated(any) drops the actor", isIntermittent: true
    ) {
      #expect(isolation === actor)
    }
  }

  @MainActor
  @Test("B2: a method of the main actor keeps its isolation when passed by name")
  func mainActorMethod() {
    let adder = MainAdder()
    #expect(adder.isolationOfClosure() === MainActor.shared)
    #expect(adder.isolationOfMethod() === MainActor.shared)
  }
}

/// The isolation that the library sees: `handler` is declared like the handlers of its operators.
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
