// All small programs of callers who share an operation: they run it, and cancel their calls.

#if DEBUG
  /// A program of a few threads, in which callers of one key come and leave.
  struct FlightProgram: EnumeratedProgram, Hashable {
    enum Action: Hashable, Sendable {
      case run(Int)
      /// Cancels a call that has returned, if it has.
      case cancel(Int)

      var caller: Int {
        switch self {
        case .run(let it), .cancel(let it): it
        }
      }
    }

    private static let mostCallers = 3

    private(set) var threads: [[Action]]

    var callers: [Int] { Set(threads.joined().map(\.caller)).sorted() }
    var standing: [Int] { callers.filter { !threads.joined().contains(.run($0)) } }

    // MARK: Enumeration

    static func programs(ofSize size: Int) -> [FlightProgram] {
      shapes(ofSize: size).flatMap { shape in
        var programs = [FlightProgram(threads: shape.map { _ in [] })]
        for (thread, length) in shape.enumerated() {
          for _ in 0..<length { programs = programs.flatMap { $0.extended(in: thread) } }
        }
        return programs.filter(\.isCanonical)
      }
    }

    /// The programs with one more action. Callers are numbered as they come.
    private func extended(in thread: Int) -> [FlightProgram] {
      let known = threads.joined().map(\.caller).max().map { $0 + 1 } ?? 0
      let callers = 0..<min(known + 1, Self.mostCallers)
      let actions = callers.flatMap { [Action.run($0), .cancel($0)] }
      return actions.compactMap { action in
        guard !threads.joined().contains(action) else { return nil }
        // A caller that has been cancelled doesn't come in the same thread.
        if case .run(let it) = action, threads[thread].contains(.cancel(it)) { return nil }
        var longer = self
        longer.threads[thread].append(action)
        return longer
      }
    }

    /// Whether no renaming of threads and callers comes first.
    private var isCanonical: Bool {
      threads.indices.permutations.allSatisfy { order in
        guard zip(order, threads).allSatisfy({ threads[$0].count == $1.count }) else { return true }
        let other = FlightProgram(threads: order.map { threads[$0] })
        return !other.code.lexicographicallyPrecedes(code)
      }
    }

    private var code: [Int] {
      var order: [Int] = []
      return threads.joined().map { action in
        let number = order.firstIndex(of: action.caller) ?? order.count
        if number == order.count { order.append(action.caller) }
        return if case .run = action { 2 * number } else { 2 * number + 1 }
      }
    }

    // MARK: Playing

    var race: Race {
      Race(description, [""]) { scenario in
        let stage = FlightStage(scenario)
        let callers = callers.map {
          standing.contains($0) ? stage.standingCaller() : stage.caller()
        }
        for thread in threads {
          scenario.thread {
            for action in thread {
              switch action {
              case .run(let it): callers[it].run()
              case .cancel(let it): callers[it].cancel()
              }
            }
          }
        }
      }
    }

    // MARK: Shrinking, and words

    var smaller: [FlightProgram] { withoutOne.map(\.renumbered) }

    /// The programs without one of the actions.
    var withoutOne: [FlightProgram] {
      threads.indices.flatMap { thread in
        threads[thread].indices.map { place in
          var other = self
          other.threads[thread].remove(at: place)
          other.threads.removeAll(where: \.isEmpty)
          return other
        }
      }
    }

    var renumbered: FlightProgram {
      let callers = callers
      return FlightProgram(
        threads: threads.map { thread in
          thread.map { action in
            let number = callers.firstIndex(of: action.caller) ?? 0
            return if case .run = action { .run(number) } else { .cancel(number) }
          }
        })
    }

    var description: String {
      "flight of \(standing.map(name).joined(separator: " ")): " + words
    }

    var words: String {
      threads.map { thread in
        thread.map { action in
          let verb = if case .run = action { "run" } else { "cancel" }
          return "\(verb) \(name(action.caller))"
        }.joined(separator: ", ")
      }.joined(separator: " | ")
    }

    func swift(breaking rule: String) -> String {
      var lines = ["Race(", "  \"\(rule)\",", "  [\"\"]", ") { scenario in"]
      lines.append("  let stage = FlightStage(scenario)")
      for caller in callers {
        let call = standing.contains(caller) ? "standingCaller" : "caller"
        lines.append("  let \(name(caller)) = stage.\(call)()")
      }
      return (lines + swiftThreads + ["},"]).joined(separator: "\n")
    }

    var swiftThreads: [String] {
      var lines: [String] = []
      for thread in threads {
        lines.append("  scenario.thread {")
        for action in thread {
          let verb = if case .run = action { "run" } else { "cancel" }
          lines.append("    \(name(action.caller)).\(verb)()")
        }
        lines.append("  }")
      }
      return lines
    }

    func name(_ caller: Int) -> String { ["a", "b", "c"][caller] }
  }
#endif
