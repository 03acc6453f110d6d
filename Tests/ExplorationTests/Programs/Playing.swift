// Plays a program on a stage.

#if DEBUG
  extension SmallProgram {
    var race: Race {
      Race(description, [""]) { scenario in
        let stage = Stage(scenario)
        let subjects = kinds.map(stage.promise)
        var attached: [Int: StagedConsumer] = [:]
        let attach = { (index: Int) in
          let promises = promises(of: consumers[index]).sorted().map { subjects[$0] }
          attached[index] = stage.attach(consumers[index].kind, to: promises)
        }
        standing.forEach(attach)
        for thread in threads where !isOperation(thread) {
          scenario.thread {
            for action in thread {
              switch action {
              case .settle(let it): subjects[it].settle()
              case .cancel(let it): subjects[it].cancel()
              case .stops(let it): subjects[it].stops()
              case .bind: subjects[0].bind(to: subjects[1])
              case .dropResolver(let it): subjects[it].dropResolver()
              case .dropHandle(let it): subjects[it].dropHandle()
              case .attach(let it): attach(it)
              case .leave(let it): attached[it]?.leave()
              }
            }
          }
        }
      }
    }

    /// Whether the thread is that of an operation, which its promise starts.
    func isOperation(_ thread: [Action]) -> Bool {
      if case .settle(let it)? = thread.first { kinds[it] == .operation } else { false }
    }
  }
#endif
