// What a program plays on: its promises, its consumers, and a log from which the rules are checked.

#if DEBUG
  @testable import AsyncPromises
  @testable import AsyncPromisesTracking

  /// The promises and consumers of one schedule of a program.
  ///
  /// `@unchecked Sendable`: only one logical thread runs at a time.
  final class Stage: @unchecked Sendable {
    let scenario: Scenario
    let log = Log()
    private(set) var subjects: [StagedPromise] = []
    private(set) var consumers: [StagedConsumer] = []
    let actor = Room()
    let queue = ExecutionContext.queue(.serial())

    init(_ scenario: Scenario) {
      self.scenario = scenario
      TrackingContext.current?.scope.hook?.install { [weak log] in log?.note($0) }
      scenario.afterwards { [self] in
        checkAtRest()
        for subject in subjects { subject.finish() }
        scenario.afterwards { [self] in
          checkAtEnd()
          for consumer in consumers { consumer.drop() }
          for subject in subjects { subject.drop() }
          scenario.afterwards { [self] in checkValues() }
        }
      }
    }

    /// A new promise.
    func promise(_ kind: SmallProgram.Kind) -> StagedPromise {
      let subject = StagedPromise(kind, on: self)
      subjects.append(subject)
      return subject
    }

    /// A new consumer of the promises.
    @discardableResult
    func attach(_ kind: SmallProgram.ConsumerKind, to subjects: StagedPromise...) -> StagedConsumer
    {
      attach(kind, to: subjects)
    }

    func attach(_ kind: SmallProgram.ConsumerKind, to subjects: [StagedPromise]) -> StagedConsumer {
      let consumer = StagedConsumer(kind, of: subjects, on: self)
      consumers.append(consumer)
      consumer.attach()
      return consumer
    }

    /// Records that the library has broken a rule.
    func blame(_ rule: String) {
      scenario.note(rule)
    }
  }

  /// Counts moments, and what is reported.
  final class Log: @unchecked Sendable {
    private var last = 0
    private(set) var lateWork = 0
    private(set) var redundantSettles = 0

    /// The next moment. The rules compare moments, but no thread decides anything by one.
    func moment() -> Int {
      last += 1
      return last
    }

    func note(_ event: PromiseDiagnostics.Event) {
      switch event {
      case .lateWork: lateWork += 1
      case .redundantSettle: redundantSettles += 1
      default: break
      }
    }
  }

  /// A call: the moments when it began and returned.
  struct Moments {
    var began = Int.max
    var ended = Int.max

    var hasBegun: Bool { began < .max }

    func isOver(before other: Moments) -> Bool { ended < other.began }
  }

  /// An isolation of handlers.
  actor Room {}

  /// A value, which counts as leaked if it outlives the schedule.
  final class StagedValue: Sendable {
    private let word = StateWord(0)
  }
#endif
