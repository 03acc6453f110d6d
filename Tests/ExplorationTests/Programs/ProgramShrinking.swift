// What can be left out of a program that breaks a rule.

#if DEBUG
  extension SmallProgram {
    /// The program without a thread, without an action, without a promise, or with a simpler kind.
    var smaller: [SmallProgram] {
      var all: [SmallProgram] = []
      for thread in threads.indices {
        var other = self
        other.threads.remove(at: thread)
        all.append(other)
        for place in threads[thread].indices {
          var other = self
          other.threads[thread].remove(at: place)
          if other.threads[thread].isEmpty { other.threads.remove(at: thread) }
          all.append(other)
        }
      }
      all += consumers.indices.map { without(consumer: $0) }
      if kinds.count == 2 { all += [without(promise: 0), without(promise: 1)].compactMap(\.self) }
      for consumer in consumers.indices where consumers[consumer].kind != .derived {
        var other = self
        other.consumers[consumer].kind = .derived
        all.append(other)
      }
      for promise in kinds.indices {
        for kind in SmallProgram.Kind.allCases where kind.rawValue < kinds[promise].rawValue {
          var other = self
          other.kinds[promise] = kind
          all.append(other)
        }
      }
      return all.filter { $0.uselessAction == nil }
    }

    private func without(consumer: Int) -> SmallProgram {
      var other = self
      other.consumers.remove(at: consumer)
      other.threads = threads.map { thread in
        thread.compactMap { action in
          switch action {
          case .attach(consumer), .leave(consumer): nil
          case .attach(let it): .attach(it > consumer ? it - 1 : it)
          case .leave(let it): .leave(it > consumer ? it - 1 : it)
          default: action
          }
        }
      }
      other.threads.removeAll(where: \.isEmpty)
      return other
    }

    /// The program without one of its promises, if nothing else joins it to the other.
    private func without(promise: Int) -> SmallProgram? {
      let isUsed =
        threads.joined().contains { $0 == .bind || $0.names(promise) }
        || consumers.contains { $0.kind != .group && $0.promise == promise }
      guard !isUsed else { return nil }
      var other = promise == 0 ? withPromisesSwapped : self
      other.kinds.removeLast()
      for consumer in other.consumers.indices { other.consumers[consumer].promise = 0 }
      return other
    }
  }
#endif
