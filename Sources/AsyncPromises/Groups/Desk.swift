// How callers from anywhere use a state that they share: one by one, in the order of their calls.

/// A state that one thread at a time uses, for all callers.
///
/// No caller waits: one that finds the desk busy leaves its call to the thread that is there. Of
/// the user's code, only the hashing and comparing of keys runs meanwhile. Anything that may run
/// other user code is an errand, done afterward.
final class Desk<State>: @unchecked Sendable {
  typealias Body = (inout State, inout Errands) -> Void

  /// The work to do afterward.
  struct Errands {
    fileprivate var rest = Queue<@Sendable () -> Void>()

    mutating func append(_ errand: @escaping @Sendable () -> Void) { rest.append(errand) }

    /// Keeps an object for now, because the user's code may run when it is released.
    mutating func release(_ object: (any Sendable)?) { rest.append { _ = object } }
  }

  private final class Call: QueueNode, @unchecked Sendable {
    let body: Body
    init(_ body: @escaping Body) { self.body = body }
  }

  private let calls = Mailbox<Call>()
  /// Belongs to the thread at the desk.
  private var state: State

  init(_ state: State) { self.state = state }

  /// Calls `body`, after all earlier calls.
  func serve(_ body: @escaping @Sendable (inout State, inout Errands) -> Void) {
    guard calls.append(Call(body)) else { return }
    finish(Errands())
  }

  /// Looks at the state, unless another caller is using it.
  func look<R>(_ body: (inout State, inout Errands) -> R?) -> R? {
    guard calls.enter() else { return nil }
    var errands = Errands()
    let result = body(&state, &errands)
    finish(errands)
    return result
  }

  private func finish(_ errands: consuming Errands) {
    calls.serve { call in
      call.body(&state, &errands)
      errands.append { withExtendedLifetime(call) {} }
    }
    while let errand = errands.rest.pop() { errand() }
  }
}
