// A program, and the comparison of its results in the library with what the model allows.

#if DEBUG
  struct Program: Hashable, Sendable {
    var operations: [Operation]

    /// The same program, followed by operations that settle all promises it has left pending.
    var completed: [Operation] {
      let promises = operations.flatMap(\.promises).max().map { 0...$0 } ?? 0...0
      return operations + [.drain] + promises.map { .cancel($0) } + [.drain]
        + promises.map { .dropResolver($0) } + [.drain]
    }
  }

  /// Where library and model differ.
  struct Difference: Sendable, CustomStringConvertible {
    var operation: String
    var library: String
    var model: String

    var description: String {
      "after \(operation)\n  library: \(library)\n  model:   \(model)"
    }
  }

  struct Failure: Sendable, CustomStringConvertible {
    var program: Program
    var difference: Difference

    var description: String { "\(program)\n\(difference)" }
  }

  /// Compares the library with the model.
  struct Comparison: Sendable {
    /// How the model reads an operation: a wrong reading makes a wrong model.
    var reading: @Sendable (Operation) -> Operation = { $0 }

    /// The smallest program that fails, shrunk from this one; `nil` if this one doesn't fail.
    func failure(of program: Program) -> Failure? {
      guard difference(in: program) != nil else { return nil }
      let smallest = program.shrunk { difference(in: $0) != nil }
      return difference(in: smallest).map { Failure(program: smallest, difference: $0) }
    }

    /// Runs the program, and returns where the library did something that the contract forbids.
    func difference(in program: Program) -> Difference? {
      let operations = program.completed
      let (views, ending) = Library.run(operations)
      let first = firstDifference(of: operations, views)
      if let first, !allows(operations, views) { return first }
      if ending.intrusions > 0 {
        return Difference(
          operation: "the end", library: "\(ending.intrusions) intrusions", model: "none")
      }
      // A world other than the first may have a different cycle.
      guard first == nil, ending.leaks > 0, Model(operations.map(reading)).endless.isEmpty else {
        return nil
      }
      return Difference(operation: "the end", library: "\(ending.leaks) leaked", model: "none")
    }

    /// Where the library differs from the model's first choices, which are nearly always enough.
    private func firstDifference(of operations: [Operation], _ views: [View]) -> Difference? {
      var model = Model()
      for (operation, seen) in zip(operations, views) {
        model.finish(reading(operation))
        let view = model.view
        guard view == seen else {
          return Difference(
            operation: operation.description, library: seen.description(besides: view),
            model: view.description(besides: seen))
        }
      }
      let pending = model.promises.indices.filter { model[$0] != nil && model[$0]?.outcome == nil }
      if let pending = pending.first(where: { !model.endless.contains($0) }) {
        return Difference(operation: "the end", library: "-", model: "p\(pending) is pending")
      }
      return nil
    }

    /// Whether the library has made only choices that the contract leaves open.
    func allows(_ operations: [Operation], _ views: [View]) -> Bool {
      var worlds: Set = [Model()]
      for (operation, seen) in zip(operations, views) {
        var unfinished = worlds.map { world in
          var world = world
          world.begin(reading(operation))
          return world
        }
        var met = Set(unfinished)
        worlds = []
        while let world = unfinished.popLast() {
          // Too many worlds to explore in a reasonable time.
          if met.count > 2_000 { return true }
          if world.choices == 0, world.view == seen { worlds.insert(world) }
          for choice in 0..<world.choices {
            var next = world
            next.goOn(choice)
            if met.insert(next).inserted { unfinished.append(next) }
          }
        }
        if worlds.isEmpty { return false }
      }
      return true
    }
  }

  extension View {
    /// Describes the differences from another view.
    fileprivate func description(besides other: View) -> String {
      var parts: [String] = []
      if answers != other.answers { parts.append("answers \(answers)") }
      if timers != other.timers { parts.append("\(timers.map { "\($0)" } ?? "any") timers") }
      if intrusions != other.intrusions { parts.append("\(intrusions) intrusions") }
      for (p, outcome) in outcomes.enumerated()
      where !other.outcomes.indices.contains(p) || other.outcomes[p] != outcome {
        parts.append("p\(p) \(outcome.map { "\($0)" } ?? "pending")")
      }
      for (p, journal) in journals.enumerated()
      where !other.journals.indices.contains(p) || other.journals[p] != journal {
        parts.append("told by p\(p): \(journal)")
      }
      return parts.joined(separator: "; ")
    }
  }
#endif
