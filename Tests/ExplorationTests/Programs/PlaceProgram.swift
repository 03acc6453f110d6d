// All small programs of a limiter's visitors, which come and are cancelled.

#if DEBUG
  /// A program of a few threads, in which visitors of a limiter come and leave, as the callers of a
  /// flight do in theirs.
  struct PlaceProgram: EnumeratedProgram {
    let visits: FlightProgram
    let kinds: [PlaceVisitor.Kind]
    let limit: Int

    static func programs(ofSize size: Int) -> [PlaceProgram] {
      FlightProgram.programs(ofSize: size).flatMap { visits in
        let kinds = visits.callers.reduce([[]]) { all, _ in
          all.flatMap { kinds in PlaceVisitor.Kind.allCases.map { kinds + [$0] } }
        }
        return kinds.flatMap { kinds in
          (1...2).map { PlaceProgram(visits: visits, kinds: kinds, limit: $0) }
        }
      }
    }

    var race: Race {
      Race(description, [""], level: .jobs) { scenario in
        let stage = PlaceStage(scenario, limit: limit)
        let visitors = kinds.map(stage.visitor)
        for it in visits.standing { visitors[it].run() }
        for thread in visits.threads {
          scenario.thread {
            for action in thread {
              switch action {
              case .run(let it): visitors[it].run()
              case .cancel(let it): visitors[it].cancel()
              }
            }
          }
        }
      }
    }

    var smaller: [PlaceProgram] {
      visits.withoutOne.map { rest in
        PlaceProgram(
          visits: rest.renumbered, kinds: rest.callers.map { kinds[$0] }, limit: limit)
      }
    }

    var description: String {
      let visitors = kinds.indices.map { "\(kinds[$0]) \(visits.name($0))" }
      let there = visits.standing.map { " run \(visits.name($0))," }.joined()
      return "limit \(limit), \(visitors.joined(separator: ", ")):\(there) \(visits.words)"
    }

    func swift(breaking rule: String) -> String {
      var lines = ["Race(", "  \"\(rule)\",", "  [\"\"], level: .jobs", ") { scenario in"]
      lines.append("  let stage = PlaceStage(scenario, limit: \(limit))")
      for (index, kind) in kinds.enumerated() {
        lines.append("  let \(visits.name(index)) = stage.visitor(.\(kind))")
      }
      lines += visits.standing.map { "  \(visits.name($0)).run()" }
      return (lines + visits.swiftThreads + ["},"]).joined(separator: "\n")
    }
  }
#endif
