// The report of a failed run.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises

  /// Describes a run: its tasks, its steps, and what waits.
  struct RunReport {
    private static var mostLines: Int { 30 }
    private static var mostSteps: Int { 18 }

    private let trace: Trace
    private let entries: [TaskTable.Entry]
    private let rule: Schedule.Rule
    /// What waits, for a run that hung or left something behind.
    private var waiting: [String] = []

    /// Captures the run as it is now.
    init?(_ run: Run, isHung: Bool) {
      guard let trace = run.trace else { return nil }
      (self.trace, entries, rule) = (trace, run.tasks.entries, run.schedule.rule)
      guard isHung else { return }
      waiting = waitingLines(run.tasks)
      let promises = run.leftPromises
      if !promises.isEmpty { waiting += ["Promises"] + promises.prefix(6).map { "  \($0)" } }
    }

    /// - Parameters:
    ///   - head: the first lines.
    ///   - foot: the last lines.
    func text(head: [String], foot: [String]) -> String {
      let lines = head.flatMap { $0.split(separator: "\n").prefix(6).map(String.init) }
      let room = Self.mostLines - lines.count - foot.count - waiting.count - 2
      let tasks = taskLines(atMost: max(3, min(8, room - 6)))
      let steps = stepLines(atMost: min(Self.mostSteps, room - tasks.count))
      return (lines + ["Tasks"] + tasks + ["Steps"] + steps + waiting + foot)
        .joined(separator: "\n")
    }

    // MARK: Names

    private func name(of task: Int) -> String { task == 0 ? "elsewhere" : "task \(task)" }

    /// Returns the function that a task was created to run, and its line.
    private func firstFunction(of task: Int) -> (name: String, line: String)? {
      guard entries.indices.contains(task - 1) else { return nil }
      let entry = entries[task - 1]
      let addresses = [entry.function].compactMap { $0 } + entry.inner
      return addresses.nameOfBody.map { ($0, addresses.lineOfBody) }
    }

    /// Describes a task that runs none of the body's functions.
    private func machinery(
      of entry: TaskTable.Entry, runsHandlers: Bool
    ) -> (name: String, line: String) {
      if runsHandlers { return ("handlers of promises", "") }
      let module = entry.function.flatMap { CodeName($0)?.module } ?? ""
      return (module.isEmpty ? "an unknown function" : "a function of \(module)", "")
    }

    private func function(at place: JobPlace) -> (name: String, line: String)? {
      place.nameOfBody.map { ($0, place.lineOfBody) }
    }

    private func handlers(in step: Trace.Step) -> (name: String, line: String)? {
      if step.promises.isEmpty { return nil }
      let shown = step.promises.prefix(3).joined(separator: ", ")
      let more = step.promises.count - 3
      return (shown, more > 0 ? " and \(more) more" : "")
    }

    private func location(_ step: Trace.Step, of function: String) -> String {
      if let actor = step.place.actor {
        return function.contains("\(actor).") ? " on \(actor)" : " calls into \(actor)"
      }
      return step.queue == .main ? " on the main actor" : ""
    }

    // MARK: Tasks

    private var shownTasks: [Int] {
      var seen: Set<Int> = []
      return trace.steps.map(\.task).filter { $0 > 0 && seen.insert($0).inserted }
    }

    private func taskLines(atMost limit: Int) -> [String] {
      shownTasks.prefix(limit).map { task in
        if task == TaskTable.root { return "  task 1 is the body" }
        let entry = entries[task - 1]
        let steps = trace.steps.lazy.filter { $0.task == task }
        let (name, line) =
          firstFunction(of: task) ?? steps.compactMap { function(at: $0.place) }.first
          ?? machinery(of: entry, runsHandlers: steps.contains { !$0.promises.isEmpty })
        let creator = entry.maker == 0 ? "elsewhere" : "by \(self.name(of: entry.maker))"
        return "  task \(task) runs \(name)\(line), created \(creator)"
      }
    }

    // MARK: Steps

    /// Returns the steps with names, and the deciding steps, in which a job overtook others.
    private func stepLines(atMost limit: Int) -> [String] {
      var lines: [(text: String, decides: Bool)] = []
      var time = Duration.zero
      var begun: Set<Int> = []
      for step in trace.steps {
        if step.time != time {
          time = step.time
          lines.append(("  – the time is \(time) –", false))
        }
        let before = before(step)
        if let note = step.note {
          lines.append((before.isEmpty ? "  – \(note) –" : "> – \(note) –\(before)", true))
          continue
        }
        let isFirst = begun.insert(step.task).inserted
        guard
          let (function, line) =
            function(at: step.place) ?? (isFirst ? firstFunction(of: step.task) : nil)
            ?? handlers(in: step)
        else {
          if !before.isEmpty { lines.append(("> \(name(of: step.task))\(before)", true)) }
          continue
        }
        let why = isFirst ? "" : why(step)
        let text = "\(name(of: step.task)): \(function)\(location(step, of: function))\(line)\(why)"
        if lines.last?.text == "  " + text { continue }
        lines.append(
          before.isEmpty ? ("  " + text, false) : ("> " + text + before, true))
      }
      return Self.shortened(lines, to: max(limit, 4))
    }

    /// Returns why the task can continue, unless it did so on its own.
    private func why(_ step: Trace.Step) -> String {
      guard step.cause != step.task else { return "" }
      return step.cause == 0 ? ", resumed from elsewhere" : ", resumed by \(name(of: step.cause))"
    }

    /// Returns the task that the step was chosen over, if the choice deviates from the default.
    private func before(_ step: Trace.Step) -> String {
      guard let (choice, tasks) = step.choice else { return "" }
      let usual = rule == .first ? tasks.first : tasks.running
      guard choice.taken != choice.index(by: rule), usual != step.task else { return "" }
      return "  — before \(name(of: usual))"
    }

    /// Keeps the deciding lines with their neighbors, and the last lines.
    private static func shortened(_ lines: [(text: String, decides: Bool)], to limit: Int)
      -> [String]
    {
      guard lines.count > limit else { return lines.map(\.text) }
      var kept: Set<Int> = []
      let last = lines.count - 1
      let decisive = lines.indices.filter { lines[$0].decides }
      let order =
        decisive.reversed() + [last, last - 1] + decisive.reversed().flatMap { [$0 + 1, $0 - 1] }
        + stride(from: last - 2, through: 0, by: -1)
      var gaps: Int {
        lines.indices.filter { !kept.contains($0) && ($0 == 0 || kept.contains($0 - 1)) }.count
      }
      for index in order where lines.indices.contains(index) && !kept.contains(index) {
        kept.insert(index)
        if kept.count + gaps > limit {
          kept.remove(index)
          break
        }
      }
      var result: [String] = []
      var skipped = 0
      for (index, line) in lines.enumerated() {
        if kept.contains(index) {
          if skipped > 0 { result.append("  … \(skipped) more") }
          skipped = 0
          result.append(line.text)
        } else {
          skipped += 1
        }
      }
      if skipped > 0 { result.append("  … \(skipped) more") }
      return result
    }

    // MARK: Waiting

    /// The tasks that have not ended, what they wait for, and where.
    private func waitingLines(_ tasks: TaskTable) -> [String] {
      let children = tasks.unfinishedChildren
      let waiting = entries.indices.compactMap { index -> String? in
        let number = index + 1
        guard let (place, dependency) = entries[index].wait ?? children[number]?.wait else {
          return nil
        }
        let function = place.nameOfBody ?? "the runtime"
        return "  \(name(of: number)) waits\(tasks.text(of: dependency)) in \(function)"
          + place.lineOfBody
      }
      return waiting.isEmpty ? [] : ["Waiting"] + waiting.prefix(6)
    }
  }
#endif
