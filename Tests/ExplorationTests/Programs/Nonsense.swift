// Programs that are left out, each with the reason.

#if DEBUG
  extension SmallProgram {
    /// Why the program shows nothing that another one doesn't, if so.
    var nonsense: String? { uselessAction ?? uselessWhole }

    /// The same for one of its actions, whatever comes after it.
    var uselessAction: String? {
      for (index, thread) in threads.enumerated() {
        for (place, action) in thread.enumerated() {
          let earlier = thread[..<place]
          let others = threads.enumerated().filter { $0.offset != index }.flatMap(\.element)
          switch action {
          case .leave(let consumer) where others.contains(.attach(consumer)):
            return "A thread can't end another's wait before it has been handed over, and after "
              + "that it is one that stood from the start."
          case .attach(let consumer) where earlier.contains(.leave(consumer)):
            return "A consumer that has left before it attached never came."
          case .dropResolver(let it) where threads.joined().contains(where: { $0.resolves(it) }):
            return "Only the last resolver that is dropped decides, and one that has settled "
              + "decides nothing."
          case .dropHandle(let it) where others.contains(where: { uses(it, in: $0) }):
            return "A handle that another thread uses is not the last."
          case let action where earlier.contains(where: { isDropped(by: $0, before: action) }):
            return "A thread can't use what it has dropped."
          default: break
          }
        }
      }
      return nil
    }

    /// Whether the action needs the handle of a promise.
    private func uses(_ promise: Int, in action: Action) -> Bool {
      switch action {
      case .cancel(let it): it == promise
      case .attach(let it): promises(of: consumers[it]).contains(promise)
      case .bind: promise == 1
      default: false
      }
    }

    private func isDropped(by earlier: Action, before action: Action) -> Bool {
      if case .dropHandle(let it) = earlier { uses(it, in: action) } else { false }
    }

    private var uselessWhole: String? {
      if consumers.contains(where: { $0.kind == .group && $0.promise != 0 }) {
        return "A group waits for all promises."
      }
      let touched = Set(threads.joined().flatMap(promises(of:)))
      if kinds.count == 2, touched.count < 2 {
        return "Promises that nothing joins don't meet."
      }
      if kinds.count == 2, !threads.joined().contains(.bind),
        !kinds.indices.allSatisfy({ promise in
          threads.joined().contains { $0.names(promise) }
            || consumers.contains { $0.kind != .group && $0.promise == promise }
        })
      {
        return "A promise that only a group waits for is one more of the same."
      }
      if threads.contains(where: { thread in
        thread.allSatisfy { if case .dropHandle = $0 { true } else { false } }
      }), !threads.joined().contains(where: \.isDecisive) {
        return "Nothing becomes of a promise that is only dropped."
      }
      if !threads.joined().contains(where: { $0.isDecisive || $0.isConsumers }) {
        return "Nothing happens."
      }
      return nil
    }
  }

  extension SmallProgram.Action {
    /// Whether the action needs the resolver of a promise.
    func resolves(_ promise: Int) -> Bool {
      switch self {
      case .settle(let it), .stops(let it): it == promise
      case .bind: promise == 0
      default: false
      }
    }

    func names(_ promise: Int) -> Bool {
      switch self {
      case .settle(let it), .cancel(let it), .stops(let it), .dropResolver(let it),
        .dropHandle(let it):
        it == promise
      case .bind, .attach, .leave: false
      }
    }

    var isDecisive: Bool {
      switch self {
      case .settle, .cancel, .bind, .dropResolver: true
      case .stops, .dropHandle, .attach, .leave: false
      }
    }

    var isConsumers: Bool {
      switch self {
      case .attach, .leave: true
      default: false
      }
    }
  }
#endif
