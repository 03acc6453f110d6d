// Code shared by the programs of the corpus.

#if ORDERS_JOBS && compiler(>=6.3)
  /// A small program with a bug that only some orders of its jobs reveal, and its fixed version.
  struct Pair: Sendable {
    let name: String
    let buggy: @Sendable () async throws -> Void
    let mended: @Sendable () async throws -> Void

    /// - Parameter body: the program; its argument is `true` for the fixed version.
    init(_ name: String, _ body: @escaping @Sendable (Bool) async throws -> Void) {
      self.name = name
      buggy = { try await body(false) }
      mended = { try await body(true) }
    }
  }

  /// Thrown by a program whose bug has struck.
  struct Wrong: Error, CustomStringConvertible {
    let description: String
  }

  /// Throws `Wrong` unless `isRight`.
  func check(_ isRight: Bool, _ fault: @autoclosure () -> String) throws {
    if !isRight { throw Wrong(description: fault()) }
  }

  /// Simulates work that the program only waits for, such as parsing or drawing.
  func work(_ steps: Int = 1) async {
    for _ in 0..<steps { await Task.yield() }
  }

  /// Replies with the number of the call.
  actor Server {
    private(set) var calls = 0

    func reply() -> Int {
      calls += 1
      return calls
    }
  }

  /// Keeps entries in the order of their arrival.
  actor Ledger {
    private(set) var entries: [Int] = []

    func add(_ entry: Int) { entries.append(entry) }
    func add(all more: [Int]) { entries += more }
  }

  /// Counts how many tasks are inside at the same time.
  actor Hall {
    private var inside = 0
    private(set) var most = 0

    func enter() {
      inside += 1
      most = max(most, inside)
    }

    func leave() { inside -= 1 }
  }

  /// A semaphore, which limits how many tasks run at the same time. With one permit, it is a lock.
  actor Permits {
    private var free: Int
    private var waiters: [UnsafeContinuation<Void, Never>] = []

    init(_ number: Int) { free = number }

    func acquire() async {
      if free > 0 {
        free -= 1
        return
      }
      await withUnsafeContinuation { waiters.append($0) }
    }

    func release() {
      // Handed over, so no other task can take it in between.
      if waiters.isEmpty { free += 1 } else { waiters.removeFirst().resume() }
    }
  }
#endif
