// What the programs of the corpus share.

#if ORDERS_JOBS && compiler(>=6.3)
  /// A small program, once with a bug that only an order of its jobs shows, and once without.
  struct Pair: Sendable {
    let name: String
    let buggy: @Sendable () async throws -> Void
    let mended: @Sendable () async throws -> Void

    /// - Parameter body: the program, which is told whether it is the mended one.
    init(_ name: String, _ body: @escaping @Sendable (Bool) async throws -> Void) {
      self.name = name
      buggy = { try await body(false) }
      mended = { try await body(true) }
    }
  }

  /// What a program throws that has done something wrong.
  struct Wrong: Error, CustomStringConvertible {
    let description: String
  }

  /// Throws `Wrong` unless all is right.
  func check(_ isRight: Bool, _ fault: @autoclosure () -> String) throws {
    if !isRight { throw Wrong(description: fault()) }
  }

  /// Stands for work of which the program does nothing but wait: parsing, checking, drawing.
  func work(_ steps: Int = 1) async {
    for _ in 0..<steps { await Task.yield() }
  }

  /// Answers with the number of the call.
  actor Server {
    private(set) var calls = 0

    func reply() -> Int {
      calls += 1
      return calls
    }
  }

  /// Something that is kept in the order in which it came.
  actor Ledger {
    private(set) var entries: [Int] = []

    func add(_ entry: Int) { entries.append(entry) }
    func add(all more: [Int]) { entries += more }
  }

  /// How many are inside at the same time.
  actor Hall {
    private var inside = 0
    private(set) var most = 0

    func enter() {
      inside += 1
      most = max(most, inside)
    }

    func leave() { inside -= 1 }
  }

  /// So many may go on at the same time; the others wait their turn. With one permit, it is a lock.
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
      // Handed over: nobody can get in between.
      if waiters.isEmpty { free += 1 } else { waiters.removeFirst().resume() }
    }
  }
#endif
