// Outcomes as a program sees them, and a consumer that is notified synchronously.

#if DEBUG
  @testable import AsyncPromises

  extension Outcome {
    init(_ result: Result<Outcome, any Error>) {
      switch result {
      case .success(let outcome): self = outcome
      case .failure(let error as ProgramError): self = .error(error.number)
      case .failure(is CancellationError): self = .cancelled
      case .failure(PromiseError.abandoned): self = .abandoned
      case .failure(PromiseError.cycle): self = .cycle
      case .failure(PromiseError.broken): self = .broken
      case .failure(PromiseError.emptyGroup): self = .emptyGroup
      case .failure(PromiseError.timedOut): self = .timedOut
      case .failure(PromiseError.noneFulfilled(let errors)):
        self = .noneFulfilled(errors.map { Outcome(.failure($0)) })
      case .failure(let error): preconditionFailure("No program fails with \(error).")
      }
    }
  }

  extension Outcome {
    init(of result: Result<ProgramValue, any Error>) { self.init(result.map(\.outcome)) }
  }

  /// A node that is notified synchronously, and leaves like a cancelled derived promise.
  final class Consumer: Node, @unchecked Sendable {
    private let number: Int
    private var tell: ((Journal.Entry) -> Void)?
    private(set) var isAttached = false

    init(_ number: Int) {
      self.number = number
      super.init(link: .unarmed)
    }

    func attach(to cell: ValueCell<ProgramValue>, _ tell: @escaping (Journal.Entry) -> Void) {
      isAttached = true
      guard link.arm(with: cell) else { return }
      self.tell = tell
      Trampoline.run { cell.attach(self, &$0) }
    }

    override func receive(from source: Cell, _ effects: inout Effects) {
      tell?(
        .init(consumer: number, outcome: Outcome(of: ValueCell<ProgramValue>.outcome(of: source))))
      tell = nil
    }

    func leave() {
      guard case .from(let cell) = link.withdraw() else { return }
      tell = nil
      Trampoline.run { cell.consumerWithdrew(.cancelled, &$0) }
    }
  }
#endif
