// Programs generated from choices, which come from a seed or from the bytes of a fuzzer.

#if DEBUG
  import AsyncPromises
  #if canImport(TestSupport)
    import TestSupport
  #endif

  protocol Choices {
    /// A number below the limit, which is at most 256; `nil` when there are no more choices.
    mutating func next(below limit: Int) -> Int?
  }

  /// The same choices for the same seed.
  struct Seed: Choices {
    private var generator: SplitMix64
    private var left: Int

    init(_ seed: UInt64, choices: Int) {
      generator = SplitMix64(seed)
      left = choices
    }

    mutating func next(below limit: Int) -> Int? {
      guard left > 0 else { return nil }
      left -= 1
      return Int(next() % UInt64(limit))
    }

    mutating func next() -> UInt64 { generator.next() }
  }

  /// One choice per byte.
  struct Bytes: Choices {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
      rest = bytes[...]
    }

    mutating func next(below limit: Int) -> Int? {
      rest.popFirst().map { Int($0) % limit }
    }
  }

  extension Program {
    init(_ choices: inout some Choices) {
      var generator = Generator()
      operations = [.make(0), .make(1)]
      while let operation = generator.operation(&choices) {
        operations.append(operation)
        if let chance = choices.next(below: 4), chance > 0 { operations.append(.drain) }
      }
    }
  }

  private struct Generator {
    private var promises = 2
    private var consumers = 0
    private var waiters = 0
    /// The next operations, which need no choices.
    private var planned: [Operation] = []

    /// The next operation; `nil` when there are no more choices.
    mutating func operation(_ choices: inout some Choices) -> Operation? {
      if !planned.isEmpty { return planned.removeFirst() }
      switch choices.next(below: 32) {
      case nil: return nil
      case 0, 1, 2, 3, 4, 5:
        return simple(&choices)
      case 6, 7, 8:
        guard let p = choices.next(below: promises), let kind = choices.next(below: 4)
        else { return nil }
        let waiter = newWaiter()
        // A waiter whose next operation is to leave.
        if kind == 0 { planned = [.stopWaiting(waiter)] }
        return kind < 2 ? .get(waiter, p) : .wait(waiter, for: p)
      case 9, 10:
        return choices.next(below: promises).map { .attach(newConsumer(), to: $0) }
      case 11, 12, 13, 14, 15, 16, 17:
        guard let source = choices.next(below: promises), let handler = handler(&choices)
        else { return nil }
        return .derive(newPromise(), from: source, handler)
      case 18, 19, 20, 21:
        return group(&choices)
      case 22:
        let new = newPromise()
        // A promise with work to stop; the others are gates.
        if choices.next(below: 2) == 0 { planned = [.onCancel(new)] }
        return .make(new)
      case 23:
        guard let source = choices.next(below: promises), let isLeft = choices.next(below: 2)
        else { return nil }
        let (new, waiter) = (newPromise(), newWaiter())
        if isLeft == 0 { planned = [.get(waiter, new), .stopWaiting(waiter)] }
        return .shield(new, source)
      case 24, 25, 26, 27:
        guard let p = choices.next(below: promises), let inner = choices.next(below: promises)
        else { return nil }
        let kind = choices.next(below: 4)
        // A link that only its consumers refer to, if it has any.
        if kind == 0 { planned = [.dropPromise(p)] }
        return kind == 3 ? .follow(p, inner) : .followAtLast(p, inner)
      case 28, 29:
        guard let p = choices.next(below: promises), let seconds = seconds(&choices),
          let isFree = choices.next(below: 2)
        else { return nil }
        return isFree == 0 ? .delay(newPromise(), seconds) : .timeout(newPromise(), p, seconds)
      case 30:
        return seconds(&choices).map { .advance($0) }
      default:
        return simple(&choices)
      }
    }

    private mutating func newPromise() -> Int {
      defer { promises += 1 }
      return promises
    }

    private mutating func newConsumer() -> Int {
      defer { consumers += 1 }
      return consumers
    }

    private mutating func newWaiter() -> Int {
      defer { waiters += 1 }
      return waiters
    }

    /// An operation that creates nothing. Handlers perform such operations, too.
    private func simple(_ choices: inout some Choices) -> Operation? {
      guard let kind = choices.next(below: 16), let p = choices.next(below: promises)
      else { return nil }
      return switch kind {
      case 0, 1: .fulfil(p, p)
      case 2, 3: .reject(p, p)
      case 4, 5, 6, 7: .cancel(p)
      case 8: .dropResolver(p)
      case 9, 10, 11: .dropPromise(p)
      case 12: .onCancel(p)
      case 13: choices.next(below: promises).map { .follow(p, $0) }
      case 14: consumers > 0 ? .leave(p % consumers) : .cancel(p)
      default: waiters > 0 ? .stopWaiting(p % waiters) : .cancel(p)
      }
    }

    /// A short or long time, in seconds.
    private func seconds(_ choices: inout some Choices) -> Int? {
      choices.next(below: 8).map { [0, 1, 1, 2, 10, 600, 3_600, 3_600][$0] }
    }

    private func handler(_ choices: inout some Choices) -> Handler? {
      switch choices.next(below: 14) {
      case nil: nil
      case 0, 1, 2, 3, 4: link(&choices).map { .link($0) }
      case 5, 6: link(&choices) { $0.canThrow }.map { .throwing($0) }
      case 7: .link(.finally)
      case 8, 9, 10:
        link(&choices) { $0.answer == .promise }.flatMap { link in
          choices.next(below: promises).map { .following(link, $0) }
        }
      case 11: seconds(&choices).map { .delay($0) }
      default: simple(&choices).map { .tap($0) }
      }
    }

    private func link(
      _ choices: inout some Choices, _ isIncluded: (ChainOperator) -> Bool = { _ in true }
    ) -> ChainOperator? {
      let links = ChainOperator.modelled.filter(isIncluded)
      return choices.next(below: links.count).map { links[$0] }
    }

    private mutating func group(_ choices: inout some Choices) -> Operation? {
      guard let kind = choices.next(below: 4), let count = choices.next(below: 8) else {
        return nil
      }
      var inputs: [Int] = []
      for _ in 0..<[0, 1, 2, 2, 2, 3, 3, 3][count] {
        guard let input = choices.next(below: promises) else { return nil }
        inputs.append(input)
      }
      guard let losers = choices.next(below: 2) else { return nil }
      let group = GroupKind.allCases[kind]
      return .group(
        newPromise(), group, of: inputs,
        losers: losers == 0 || group == .allSettled ? .leave : .cancel)
    }
  }
#endif
