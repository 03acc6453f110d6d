// The comparison finds mistakes in a wrong model, and shows the smallest program for each.

#if DEBUG
  import AsyncPromises
  import TestSupport
  import Testing

  @Suite("Wrong models", .timeLimit(.minutes(10)))
  struct WrongModelTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
      var testDescription: String
      /// Misreads an operation.
      var reading: @Sendable (Operation) -> Operation
      /// The smallest program that shows the mistake, without numbers. It omits `drain()` and the
      /// cancellation of leftovers that end every program.
      var program: String
    }

    static let mistakes = [
      Mistake(
        testDescription: "A4: a released resolver leaves its promise pending",
        reading: { if case .dropResolver = $0 { .advance(0) } else { $0 } },
        program: "let (p, resolver) = pending(); resolver = nil"),
      Mistake(
        testDescription: "E3: dropping a promise cancels it",
        reading: { if case .dropPromise(let p) = $0 { .cancel(p) } else { $0 } },
        program: "let (p, resolver) = pending(); p = nil"),
      Mistake(
        testDescription: "C2: a cancelled waiter keeps waiting",
        reading: { if case .stopWaiting = $0 { .advance(0) } else { $0 } },
        program: """
          let (p, resolver) = pending(); let w = Task { await p.result }; w.cancel()
          """),
      Mistake(
        testDescription: "E2: a task that awaits get() only observes the promise",
        reading: { if case .get(let w, let p) = $0 { .wait(w, for: p) } else { $0 } },
        program: """
          let (p, resolver) = pending(); let p = p.map {}; \
          let w = Task { try await p.get() }; w.cancel()
          """),
      Mistake(
        testDescription: "E3: leaving a shielded promise stops the work",
        reading: {
          if case .shield(let p, let source) = $0 {
            .group(p, .race, of: [source], losers: .leave)
          } else {
            $0
          }
        },
        program: """
          let (p, resolver) = pending(); let p = p.shielded(); \
          let w = Task { try await p.get() }; w.cancel()
          """),
      Mistake(
        testDescription: "B7: an error that a handler throws is lost",
        reading: {
          if case .derive(let p, let source, .throwing(let link)) = $0 {
            .derive(p, from: source, .link(link))
          } else {
            $0
          }
        },
        program: """
          let (p, resolver) = pending(); resolver.fulfill(); let p = p.map { throw }
          """),
      Mistake(
        testDescription: "E4: losers are never cancelled",
        reading: {
          if case .group(let p, let kind, let inputs, .cancel) = $0 {
            .group(p, kind, of: inputs, losers: .leave)
          } else {
            $0
          }
        },
        program: """
          let (p, resolver) = pending(); let (p, resolver) = pending(); \
          let p = race(p, p, losers: .cancel)
          """),
      Mistake(
        testDescription: "G1: a delay ends at once",
        reading: { if case .delay(let p, _) = $0 { .delay(p, 0) } else { $0 } },
        program: "let p = delay(for: .seconds())"),
      Mistake(
        testDescription: "G2: a time limit never expires",
        reading: {
          if case .timeout(let p, let source, _) = $0 { .timeout(p, source, .max / 2) } else { $0 }
        },
        program: "let (p, resolver) = pending(); let p = p.timeout(after: .seconds())"),
    ]

    /// These are mistakes in the model, not in the library, so not every run needs to find them.
    @Test(
      "A mistake in the model is found and shown by the smallest program",
      .enabled(if: isStressRun), arguments: mistakes)
    func found(mistake: Mistake) async {
      let programs = await onOwnThread {
        let comparison = Comparison(reading: mistake.reading)
        var seeds = Seed(1, choices: .max)
        return (0..<200).compactMap { _ in
          var choices = Seed(seeds.next(), choices: 60)
          return comparison.failure(of: Program(&choices))?.program
        }
      }
      #expect(programs.map(\.withoutNumbers).contains(mistake.program), "\(programs)")
      #expect(programs.allSatisfy { $0.operations.count < 10 }, "\(programs)")
    }

    @Test("A program isn't shrunk if nothing can be left out")
    func smallest() {
      let program = Program(operations: [.make(0), .fulfil(0, 1), .drain])
      #expect(program.shrunk { $0.operations.contains(.fulfil(0, 1)) }.operations.count == 1)
      #expect(program.shrunk { $0 == program } == program)
    }
  }

  extension Program {
    fileprivate var withoutNumbers: String {
      operations.map { $0.description.filter { !$0.isNumber } }.joined(separator: "; ")
    }
  }
#endif
