// All small programs, each once up to the names of its threads, promises and consumers.

#if DEBUG
  /// The programs of one size: of two threads with up to three actions each, or of three threads
  /// with one each.
  struct Enumeration {
    private static let mostConsumers = 2
    private static let largestWithAllKinds = 3

    private let shape: [Int]
    private let promises: Int
    private var size: Int { shape.reduce(0, +) }
    private var threads: [[SmallProgram.Action]] = [[]]
    /// The promise of each consumer. Kinds come later.
    private var consumers: [Int] = []
    /// How many programs differ in more than kinds.
    private var shapes = 0
    private var found: [SmallProgram] = []

    private init(_ shape: [Int], _ promises: Int) {
      (self.shape, self.promises) = (shape, promises)
    }

    static func programs(ofShape shape: [Int]) -> [SmallProgram] {
      (1...2).flatMap { promises in
        var enumeration = Enumeration(shape, promises)
        enumeration.extend()
        return enumeration.found
      }
    }

    // MARK: Actions

    private mutating func extend() {
      let thread = threads.count - 1
      if threads[thread].count == shape[thread] {
        guard threads.count < shape.count else { return assignKinds() }
        threads.append([])
        extend()
        threads.removeLast()
        return
      }
      for action in calls + consumers.indices.map({ .leave($0) }) where isNew(action) {
        add(action)
      }
      guard consumers.count < Self.mostConsumers else { return }
      for promise in 0..<promises {
        consumers.append(promise)
        add(.attach(consumers.count - 1))
        add(.leave(consumers.count - 1))
        consumers.removeLast()
      }
    }

    private var calls: [SmallProgram.Action] {
      let calls = (0..<promises).flatMap { promise -> [SmallProgram.Action] in
        [
          .settle(promise), .cancel(promise), .stops(promise), .dropResolver(promise),
          .dropHandle(promise),
        ]
      }
      return promises == 2 ? calls + [.bind] : calls
    }

    private mutating func add(_ action: SmallProgram.Action) {
      let thread = threads.count - 1
      threads[thread].append(action)
      if skeleton.uselessAction == nil { extend() }
      threads[thread].removeLast()
    }

    /// Whether the action is not in the program yet.
    private func isNew(_ action: SmallProgram.Action) -> Bool {
      !threads.contains { $0.contains(action) }
    }

    // MARK: Kinds

    /// Small shapes are run with all kinds. There are too many large ones for that: each has one
    /// assignment, in rotation, so that each kind is in many of them.
    private mutating func assignKinds() {
      guard skeleton.nonsense == nil, let isSymmetric = skeleton.symmetry else { return }
      let options = (kinds(of: 0), promises == 2 ? kinds(of: 1) : [.gate], consumerKinds)
      let count = options.0.count * options.1.count * options.2.count
      let first = size > Self.largestWithAllKinds ? shapes &* 7_919 : 0
      shapes += 1
      for index in first..<first + count {
        var program = skeleton
        program.kinds[0] = options.0[index % options.0.count]
        let rest = index / options.0.count
        if promises == 2 { program.kinds[1] = options.1[rest % options.1.count] }
        let kinds = options.2[rest / options.1.count % options.2.count]
        for (index, kind) in kinds.enumerated() { program.consumers[index].kind = kind }
        if kinds.contains(.group), program.nonsense != nil { continue }
        if isSymmetric, program.symmetry == nil { continue }
        found.append(program)
        if size > Self.largestWithAllKinds { return }
      }
    }

    private func kinds(of promise: Int) -> [SmallProgram.Kind] {
      let own = threads.joined().filter { $0.resolves(promise) || $0 == .dropResolver(promise) }
      if own.contains(.stops(promise)) { return [.gate] }
      // The runtime may drop the last reference to an operation's promise, out of any schedule.
      let isOperation =
        own == [.settle(promise)] && threads.contains(own) && isNew(.dropHandle(promise))
      return isOperation ? SmallProgram.Kind.allCases : [.gate, .work]
    }

    /// The kinds of the consumers. A second one is of the same kind, because only such handlers
    /// have an order, or the simplest.
    private var consumerKinds: [[SmallProgram.ConsumerKind]] {
      let all = SmallProgram.ConsumerKind.allCases
      let options: [[SmallProgram.ConsumerKind]] =
        switch consumers.count {
        case 0: [[]]
        case 1: all.map { [$0] }
        default:
          all.map { [$0, $0] }
            + all.filter { $0 != .derived }.flatMap { [[$0, .derived], [.derived, $0]] }
        }
      let needsGroup = promises == 2 && !threads.joined().contains(.bind)
      return needsGroup ? options.filter { $0.contains(.group) } : options
    }

    private var skeleton: SmallProgram {
      SmallProgram(
        kinds: Array(repeating: .gate, count: promises),
        consumers: consumers.map { .init(kind: .derived, promise: $0) }, threads: threads)
    }
  }

  // MARK: Canonical form

  extension SmallProgram: EnumeratedProgram {
    static func programs(ofSize size: Int) -> [SmallProgram] {
      shapes(ofSize: size).flatMap(Enumeration.programs)
    }

    /// Whether some renaming of threads, promises and consumers changes nothing; `nil` if another
    /// one comes first.
    fileprivate var symmetry: Bool? {
      let own = code
      var isSymmetric = false
      for other in renamed {
        let code = other.code
        if code.lexicographicallyPrecedes(own) { return nil }
        if code == own { isSymmetric = true }
      }
      return isSymmetric
    }

    private var renamed: [SmallProgram] {
      var all: [SmallProgram] = []
      for order in threads.indices.permutations
      where zip(order, threads).allSatisfy({ threads[$0].count == $1.count }) {
        var other = self
        other.threads = order.map { threads[$0] }
        if order != Array(threads.indices) { all.append(other) }
        if kinds.count == 2, !threads.joined().contains(.bind) {
          all.append(other.withPromisesSwapped)
        }
      }
      return all
    }

    var withPromisesSwapped: SmallProgram {
      var other = self
      other.kinds.reverse()
      for index in consumers.indices {
        other.consumers[index].promise = 1 - consumers[index].promise
      }
      other.threads = threads.map { thread in
        thread.map { action in
          switch action {
          case .settle(let it): .settle(1 - it)
          case .cancel(let it): .cancel(1 - it)
          case .stops(let it): .stops(1 - it)
          case .dropResolver(let it): .dropResolver(1 - it)
          case .dropHandle(let it): .dropHandle(1 - it)
          case .bind, .attach, .leave: action
          }
        }
      }
      return other
    }

    /// A description in numbers that doesn't depend on how consumers are numbered: first what is
    /// done, then the kinds.
    private var code: [Int] {
      var order: [Int] = []
      var code: [Int] = []
      func add(_ verb: Int, _ consumer: Int) {
        if let number = order.firstIndex(of: consumer) { return code += [verb, number] }
        order.append(consumer)
        code += [verb, 8 + consumers[consumer].promise]
      }
      for action in threads.joined() {
        switch action {
        case .settle(let it): code += [0, it]
        case .cancel(let it): code += [1, it]
        case .stops(let it): code += [2, it]
        case .bind: code += [3, 0]
        case .dropResolver(let it): code += [4, it]
        case .dropHandle(let it): code += [5, it]
        case .attach(let it): add(6, it)
        case .leave(let it): add(7, it)
        }
      }
      return code + order.map { consumers[$0].kind.rawValue } + kinds.map(\.rawValue)
    }
  }
#endif
