// Shrinks a program that fails by leaving out everything that isn't needed.

#if DEBUG
  import AsyncPromises
  #if canImport(TestSupport)
    import TestSupport
  #endif

  extension Program {
    /// The smallest program that shrinking finds for which `fails` still holds.
    func shrunk(while fails: (Program) -> Bool) -> Program {
      var program = self
      while let smaller = program.smallerPrograms.first(where: fails) { program = smaller }
      return program
    }

    /// Programs with a part left out, the largest parts first, then those with a simpler operation.
    private var smallerPrograms: [Program] {
      var programs: [Program] = []
      var length = operations.count / 2
      while length > 0 {
        for start in stride(from: 0, through: operations.count - length, by: length) {
          var smaller = self
          smaller.operations.removeSubrange(start..<(start + length))
          programs.append(smaller)
        }
        length /= 2
      }
      for (index, operation) in operations.enumerated() {
        for simpler in operation.simpler {
          var program = self
          program.operations[index] = simpler
          programs.append(program)
        }
      }
      return programs
    }
  }

  extension Operation {
    /// Operations that make a program easier to read. None of them leads back to this one.
    fileprivate var simpler: [Operation] {
      switch self {
      case .derive(let new, _, .link(.map)): [.make(new)]
      case .derive(let new, let source, .tap(let operation)):
        [.make(new), operation, .derive(new, from: source, .link(.map))]
      case .derive(let new, let source, .throwing(let link)) where link != .map:
        [.make(new), .derive(new, from: source, .throwing(.map))]
      case .derive(let new, let source, _): [.make(new), .derive(new, from: source, .link(.map))]
      case .group(let new, let kind, let inputs, let losers):
        [.make(new)]
          + inputs.indices.map { index in
            var fewer = inputs
            fewer.remove(at: index)
            return .group(new, kind, of: fewer, losers: losers)
          } + (losers == .leave ? [] : [.group(new, kind, of: inputs, losers: .leave)])
      case .followAtLast(let p, let inner): [.follow(p, inner)]
      case .timeout(let new, _, let seconds): [.make(new), .delay(new, seconds)]
      case .delay(let new, _): [.make(new)]
      default: []
      }
    }
  }
#endif
