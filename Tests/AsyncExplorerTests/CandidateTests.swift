// The ready jobs, compared with a simple model.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises
  import TestSupport
  import Testing

  @testable import AsyncExplorer

  @Suite("Candidates")
  struct CandidateTests {
    /// Ready jobs in an array.
    private struct Model {
      var jobs: [Job] = []

      var candidates: [Int] {
        var seen: Set<SimulatedQueue> = []
        let serving = Set(jobs.filter { !$0.isInLobby }.compactMap(\.actor))
        return jobs.indices.filter { index in
          let job = jobs[index]
          if job.isInLobby, let actor = job.actor { return !serving.contains(actor) }
          return job.queue.map { seen.insert($0).inserted } ?? true
        }
      }
    }

    @Test("X9: any sequence of arrivals and choices agrees with the model", arguments: 1...20)
    func sequences(_ seed: Int) {
      var lots = SplitMix64(seed: UInt64(seed))
      var (ready, model) = (ReadyJobs(), Model())
      ready.priorities = Priorities(SplitMix64(seed: 1))
      var priorities = Priorities(SplitMix64(seed: 1))
      let actors = (1...3).map { UnsafeRawPointer(bitPattern: $0) }
      var (number, lastTask) = (0, 0)
      for _ in 0..<500 {
        if lots.next(below: 5) < 3 || model.jobs.isEmpty {
          number += 1
          let task = 1 + lots.next(below: 1 + number / 2)
          var queue: SimulatedQueue?
          if lots.next(below: 4) == 0 { queue = .other(number: lots.next(below: 3)) }
          let job = Job(work: .call({}), task: task, cause: number, queue: queue)
          if queue == nil, lots.next(below: 2) == 0 {
            (job.actor, job.isInLobby) = (actors[lots.next(below: 3)], lots.next(below: 4) > 0)
          }
          job.isTimely = lots.next(below: 9) == 0
          job.readySince = .seconds(number)
          _ = priorities.of(0)
          model.jobs.append(job)
          ready.append(job)
        } else {
          let candidates = model.candidates
          let index = lots.next(below: candidates.count)
          let expected = model.jobs.remove(at: candidates[index])
          #expect(ready.remove(at: index)?.cause == expected.cause)
          lastTask = expected.task
        }
        let candidates = model.candidates
        #expect(ready.jobCount == candidates.count)
        #expect(ready.timely == model.jobs.count { $0.isTimely })
        #expect(ready.oldestSince == model.jobs.first?.readySince)
        let tasks = candidates.indices.map { ready.task(at: $0) }
        #expect(tasks == candidates.map { model.jobs[$0].task })
        let running = candidates.lastIndex { model.jobs[$0].task == lastTask }
        if !candidates.isEmpty { #expect(ready.running == running ?? 0) }
      }
    }

    @Test("X9: the candidate with the highest priority is the first of its task")
    func priorities() {
      var ready = ReadyJobs()
      ready.priorities = Priorities(SplitMix64(seed: 1))
      for task in [1, 2, 3, 2, 1] {
        ready.append(Job(work: .call({}), task: task, cause: 0, queue: nil))
      }
      var seen: [Int] = []
      while ready.jobCount > 0 {
        let index = ready.highest
        seen.append(ready.task(at: index))
        if seen.count == 1 { ready.lower(seen[0]) } else { _ = ready.remove(at: index) }
      }
      // The priority of the first task was lowered, so its jobs come last.
      #expect(
        seen.dropFirst().suffix(seen.filter { $0 == seen[0] }.count - 1).allSatisfy {
          $0 == seen[0]
        })
      #expect(seen.count == 6)
    }

    @Test("X9: an order can include ten thousand tasks")
    func manyTasks() async throws {
      for strategy in [ExplorationStrategy.mixed(), .random(), .pct(), .exhaustive(preemptions: 0)]
      {
        let summary = try await explore(schedules: 2, strategy) {
          await withTaskGroup(of: Void.self) { group in
            for number in 0..<10_000 {
              group.addTask { if number.isMultiple(of: 2) { await Task.yield() } }
            }
          }
        }
        #expect(summary.longestRun > 15_000)
      }
    }
  }
#endif
