// Programs in words, and as races in Swift.

#if DEBUG
  extension SmallProgram: CustomStringConvertible {
    /// For example, `gate work: bind | attach a pool 0, leave a`.
    var description: String {
      let kinds = kinds.map { "\($0)" }.joined(separator: " ")
      let there = standing.map { "\(name($0)) \(place($0))" }
      let lines = threads.map { $0.map(words).joined(separator: ", ") }
      return ([kinds] + there).joined(separator: ", ") + ": " + lines.joined(separator: " | ")
    }

    private func name(_ consumer: Int) -> String { ["a", "b", "c", "d", "e", "f"][consumer] }

    private func place(_ consumer: Int) -> String {
      let it = consumers[consumer]
      return it.kind == .group || kinds.count == 1 ? "\(it.kind)" : "\(it.kind) of \(it.promise)"
    }

    private func words(_ action: Action) -> String {
      switch action {
      case .settle(let it): "settle \(it)"
      case .cancel(let it): "cancel \(it)"
      case .stops(let it): "register \(it)"
      case .bind: "bind"
      case .dropResolver(let it): "drop resolver \(it)"
      case .dropHandle(let it): "drop \(it)"
      case .attach(let it): "attach \(name(it)) \(place(it))"
      case .leave(let it): "leave \(name(it))"
      }
    }

    // MARK: Swift

    func swift(breaking rule: String) -> String {
      var lines = ["Race(", "  \"\(rule)\",", "  [\"\"]", ") { scenario in"]
      lines.append("  let stage = Stage(scenario)")
      for index in kinds.indices {
        lines.append("  let \(noun(index)) = stage.promise(.\(kinds[index]))")
      }
      for consumer in standing { lines.append("  let \(name(consumer)) = \(attach(consumer))") }
      for thread in threads where !isOperation(thread) {
        let isLeft = { (it: Int) in thread.contains(.leave(it)) }
        lines.append("  scenario.thread {")
        for action in thread {
          switch action {
          case .settle(let it): lines.append("    \(noun(it)).settle()")
          case .cancel(let it): lines.append("    \(noun(it)).cancel()")
          case .stops(let it): lines.append("    \(noun(it)).stops()")
          case .bind: lines.append("    \(noun(0)).bind(to: \(noun(1)))")
          case .dropResolver(let it): lines.append("    \(noun(it)).dropResolver()")
          case .dropHandle(let it): lines.append("    \(noun(it)).dropHandle()")
          case .attach(let it):
            lines.append("    " + (isLeft(it) ? "let \(name(it)) = " : "") + attach(it))
          case .leave(let it): lines.append("    \(name(it)).leave()")
          }
        }
        lines.append("  }")
      }
      return (lines + ["},"]).joined(separator: "\n")
    }

    private func noun(_ promise: Int) -> String {
      kinds.count == 1 ? "promise" : promise == 0 ? "outer" : "inner"
    }

    private func attach(_ consumer: Int) -> String {
      let it = consumers[consumer]
      return it.kind == .group && kinds.count == 2
        ? "stage.attach(.group, to: outer, inner)" : "\(noun(it.promise)).attach(.\(it.kind))"
    }
  }
#endif
