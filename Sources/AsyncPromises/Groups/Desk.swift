// How callers from anywhere use a state that they share: one by one, in the order of their calls.

/// A state that one thread at a time uses, for all callers.
///
/// No caller waits: one that finds the desk busy leaves its call to the thread that is there. Of
/// the user's code, only the hashing and comparing of keys runs meanwhile. Anything that may run
/// other user code is an errand, done afterward: in the call itself, or in a job if another thread
/// made the call. That thread may hold a lock which the user's code takes.
final class Desk<State>: @unchecked Sendable {
  typealias Body = (inout State, inout Errands) -> Void

  /// The work to do afterward.
  struct Errands: Sendable {
    fileprivate var rest = Queue<@Sendable () -> Void>()

    mutating func append(_ errand: @escaping @Sendable () -> Void) { rest.append(errand) }

    /// Keeps an object for now, because the user's code may run when it is released.
    mutating func release(_ object: (any Sendable)?) { rest.append { _ = object } }

    fileprivate var isEmpty: Bool { rest.isEmpty }
    fileprivate mutating func run() { while let errand = rest.pop() { errand() } }
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
    let call = Call(body)
    guard calls.append(call) else { return }
    finish(Errands(), own: call)
  }

  /// Looks at the state, unless another caller is using it.
  func look<R>(_ body: (inout State, inout Errands) -> R?) -> R? {
    guard calls.enter() else { return nil }
    var errands = Errands()
    let result = body(&state, &errands)
    finish(errands, own: nil)
    return result
  }

  /// - Parameter own: the call of this thread, if it is still to be made.
  private func finish(_ errands: consuming Errands, own: Call?) {
    var others = Errands()
    calls.serve { call in
      if call === own { return call.body(&state, &errands) }
      call.body(&state, &others)
      others.release(call)
    }
    errands.run()
    if others.isEmpty { return }
    Tasks.start(on: nil) { [others] in
      var others = others
      others.run()
    }
  }
}
