// Which steps of a schedule happened before which, and which could be reversed.
//
// Dynamic partial-order reduction with source sets (Abdulla, Aronsson, Jonsson, Sagonas: Optimal
// Dynamic Partial Order Reduction, 2014): a search tries another thread at a point only if a later
// step of that thread was found to race with the step that was taken.

#if DEBUG
  /// The steps of one schedule with their vector clocks.
  struct Causality {
    private let steps: [Step]
    private let threads: Int
    /// For each step and each thread: the position, counted from 1, of the thread's last step that
    /// happened before this one. For the step's own thread, that is the step itself.
    private var clocks: [Int] = []
    private var lastOfThread: [Int?]
    private var lastWrite: [Int: Int] = [:]
    /// The last read of each thread since the last write.
    private var reads: [Int: [Int]] = [:]

    /// A step that a later one can precede, if one of the initial threads runs there instead.
    struct Reversal {
      let step: Int
      let initials: [Int]
    }

    private(set) var reversals: [Reversal] = []

    /// - Parameters:
    ///   - births: for each thread, the step that created it, or `nil` if it existed before.
    ///   - known: the length of the prefix whose races are already known.
    init(of steps: [Step], births: [Int?], known: Int) {
      self.steps = steps
      threads = births.count
      lastOfThread = births
      clocks.reserveCapacity(steps.count * threads)
      for index in steps.indices { add(index, isKnown: index < known) }
    }

    private mutating func add(_ index: Int, isKnown: Bool) {
      let step = steps[index]
      let start = clocks.count
      if let last = lastOfThread[step.thread] {
        clocks += clocks[last * threads..<(last + 1) * threads]
      } else {
        clocks += repeatElement(0, count: threads)
      }
      lastOfThread[step.thread] = index
      defer { clocks[start + step.thread] = index + 1 }
      guard let effect = step.effect else { return }
      let word = effect.word
      let rivals = rivals(of: effect)
      let races = rivals.filter { clocks[start + steps[$0].thread] < $0 + 1 }
      for rival in rivals { join(start, with: rival) }
      if effect.writes {
        lastWrite[word] = index
        reads[word] = nil
      } else {
        reads[word, default: []].removeAll { steps[$0].thread == step.thread }
        reads[word, default: []].append(index)
      }
      guard !isKnown else { return }
      for race in races {
        reversals.append(Reversal(step: race, initials: initials(from: race, to: index)))
      }
    }

    /// The latest steps on the same word that this one depends on.
    private func rivals(of effect: Effect) -> [Int] {
      let last = lastWrite[effect.word].map { [$0] } ?? []
      guard effect.writes, let reads = reads[effect.word], !reads.isEmpty
      else { return last }
      return reads
    }

    private mutating func join(_ start: Int, with other: Int) {
      for thread in 0..<threads {
        let theirs = clocks[other * threads + thread]
        if theirs > clocks[start + thread] { clocks[start + thread] = theirs }
      }
    }

    private func happens(_ earlier: Int, before later: Int) -> Bool {
      clocks[later * threads + steps[earlier].thread] > earlier
    }

    /// The threads that can run instead of `race` to let `last` come before it. Considers `last`,
    /// and steps in between that don't happen after `race`; a thread qualifies if its first such
    /// step depends on none of the earlier ones.
    private func initials(from race: Int, to last: Int) -> [Int] {
      var others: [Int] = []
      var initials: [Int] = []
      var started: Set<Int> = []
      for index in race + 1...last where index == last || !happens(race, before: index) {
        if started.insert(steps[index].thread).inserted,
          !others.contains(where: { happens($0, before: index) })
        {
          initials.append(steps[index].thread)
        }
        others.append(index)
      }
      return initials
    }
  }
#endif
