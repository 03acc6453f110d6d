// Every operator of the table, with a user's handler and an owner that may be released.

#if DEBUG
  import AsyncPromises
  import TestSupport

  extension ChainOperator {
    var foreignUses: [ForeignUse] {
      FatefulOwner.allCases.filter { hasOwner || $0 == .staying }.flatMap { owner in
        HandlerEnd.allCases.filter { ends(with: $0) }.map { foreignUse(owner, $0) }
      }
    }

    /// How a handler ends.
    private enum HandlerEnd: String, CaseIterable {
      case passing = ""
      case making = " to a new value"
      case throwing = " that throws"
      case pending = " to a pending promise"
    }

    private enum FatefulOwner: String, CaseIterable {
      case gone = " with an owner that has gone"
      case going = " with an owner that is released while in use"
      case staying = ""
    }

    private func ends(with end: HandlerEnd) -> Bool {
      switch end {
      case .passing: true
      case .making: isReplacing
      case .throwing: canThrow
      case .pending: answer == .promise
      }
    }

    private func foreignUse(_ fate: FatefulOwner, _ end: HandlerEnd) -> ForeignUse {
      ForeignUse("\(self)\(end.rawValue)\(fate.rawValue)") { source, code in
        let (owner, capture) = (code.object("owner"), code.object("capture"))
        let only = Locked(fate == .going ? owner : nil)
        if fate == .staying { code.keep(owner) }
        return derive(from: source, errors: ForeignError.self, owner: owner) { given in
          (given.owner as? Foreign)?.call()
          withExtendedLifetime(only.withLock { $0.take() }) {}
          let value = capture.pass(given.foreign ?? code.object())
          switch end {
          case .passing: return .value(value)
          case .making: return .value(code.object())
          case .throwing: throw code.error()
          case .pending:
            let next = code.object("capture")
            return .promise(Promise.fulfilled(value).map(.async) { next.pass($0) })
          }
        }
      }
    }
  }

  extension Given<Foreign> {
    /// The user's object that the handler receives.
    fileprivate var foreign: Foreign? {
      switch outcome {
      case .success(let value): value
      case .failure(let error): (error as? ForeignError)?.object
      case nil: nil
      }
    }
  }
#endif
