// The report of what is pending: who waits for whom, for a person to read.

extension Promise where Value == Never {
  /// Lists what is pending, a line for each promise, under the promise that it waits for.
  ///
  /// A line says what made the promise and where, its age, what it waits for and what waits for it.
  /// Handlers and operations that go on though their promise is settled have a line too. Promises
  /// are tracked while `AsyncPromisesTesting` is linked, or after
  /// ``PromiseDiagnostics/startTracking()``; what was made before that is not listed.
  ///
  /// ## Cancellation
  /// Changes nothing, and can be called from a debugger: `po Promise.dumpPending()`.
  ///
  /// ```swift
  /// print(Promise.dumpPending())
  /// ```
  ///
  /// - Returns: the list, of a hundred lines at most.
  public static func dumpPending() -> String {
    WaitGraph(of: .process).description
  }
}

/// What is left to do in a scope, as it was found.
package struct WaitGraph: CustomStringConvertible {
  /// A promise with everything that is said about it.
  private struct Entry {
    let record: Record
    let state: String
    /// The numbers of the promises that it waits for.
    let sources: [UInt]
  }

  private let entries: [Entry]
  /// Whether another thread had the list, and did not give it back.
  private let isBusy: Bool
  private let now = ContinuousClock.now

  package init(of scope: Scope) {
    let records = Tracking.records(in: scope)
    isBusy = records == nil
    entries = records?.map(WaitGraph.entry) ?? []
  }

  package var isEmpty: Bool { entries.isEmpty }

  // MARK: Looking

  private static func entry(of record: Record) -> Entry {
    guard let cell = record.cell, cell.phase.phase != .settled else {
      let work = record.stage == .waiting ? "operation" : "handler"
      return Entry(record: record, state: "settled, but its \(work) has not ended", sources: [])
    }
    let place = record.isolation.map { " on \($0)" } ?? ""
    switch record.stage {
    case .queued:
      return Entry(record: record, state: "its handler is queued\(place)", sources: [])
    case .running:
      return Entry(record: record, state: "its handler runs\(place)", sources: [])
    case .waiting:
      return waiting(record, cell, place)
    }
  }

  private static func waiting(_ record: Record, _ cell: Cell, _ place: String) -> Entry {
    switch cell.tracked(except: record) {
    case .source(let number):
      return Entry(record: record, state: "waits for #\(number)", sources: [number])
    case .producer(let producer):
      let inputs = producer.inputs.compactMap { input -> UInt? in
        guard case .source(let number) = cell.tracked(except: record, from: input) else {
          return nil
        }
        return number
      }
      guard inputs.isEmpty else {
        let list = inputs.map { "#\($0)" }.joined(separator: ", ")
        return Entry(record: record, state: "waits for \(list)", sources: inputs)
      }
      let place = producer is TaskProducer ? place : ""
      return Entry(record: record, state: "waits for \(producer.obstacle)\(place)", sources: [])
    case .nothing:
      return Entry(record: record, state: "waits for its resolver", sources: [])
    }
  }

  // MARK: Telling

  private static let limit = 100

  /// The list; every promise stands under the first of those that it waits for.
  package var description: String {
    guard Tracking.isOn else {
      return "Promises are not tracked: link AsyncPromisesTesting, or call "
        + "PromiseDiagnostics.startTracking() first."
    }
    guard !isBusy else {
      return "The list of promises is busy: a thread that changes it has stopped. Ask again when "
        + "it goes on."
    }
    guard !entries.isEmpty else { return "Nothing is pending." }
    let consumers = Dictionary(
      grouping: entries.flatMap { entry in entry.sources.map { (source: $0, entry: entry) } },
      by: \.source)
    let numbers = Set(entries.map(\.record.number))
    var lines: [String] = []
    var told: Set<UInt> = []
    // The last line counts what has no line of its own.
    let limit = entries.count > WaitGraph.limit ? WaitGraph.limit - 1 : WaitGraph.limit
    // Those without a source in the list first; then those that a moving picture has left over.
    for isRoot in [true, false] {
      for entry in entries where entry.sources.allSatisfy({ !numbers.contains($0) }) == isRoot {
        var rest = [(entry: entry, depth: 0)]
        while lines.count < limit, let (entry, depth) = rest.popLast() {
          guard told.insert(entry.record.number).inserted else { continue }
          let waiting = consumers[entry.record.number, default: []].map(\.entry)
          lines.append(line(entry, depth, waiting.map(\.record.number)))
          let below = waiting.filter { $0.sources.first == entry.record.number }
          rest += below.reversed().map { ($0, depth + 1) }
        }
      }
    }
    if told.count < entries.count {
      lines.append("… and \(entries.count - told.count) more")
    }
    return lines.joined(separator: "\n")
  }

  private func line(_ entry: Entry, _ depth: Int, _ consumers: [UInt]) -> String {
    let record = entry.record
    let indentation = String(repeating: "  ", count: min(depth, 16))
    var waiting = consumers.prefix(4).map { "#\($0)" }
    if consumers.count > 4 { waiting.append("\(consumers.count - 4) more") }
    switch record.waiters {
    case 0: break
    case 1: waiting.append("1 task")
    case let count: waiting.append("\(count) tasks")
    }
    let wanted = waiting.isEmpty ? "" : "; wanted by \(waiting.joined(separator: ", "))"
    let milliseconds = (now - record.made) / .milliseconds(1)
    let age = Duration.milliseconds(milliseconds.rounded())
    return "\(indentation)#\(record.number) \(record.maker), \(age) old: "
      + "\(entry.state)\(wanted)"
  }
}

/// What a promise waits for, as far as the user knows it.
private enum Source {
  case nothing
  case source(UInt)
  case producer(Producer)
}

extension Cell {
  /// The nearest promise upstream that is tracked, but for `record`, or the producer at the end.
  fileprivate func tracked(except record: Record, from input: Node? = nil) -> Source {
    var upstream = input?.upstream(of: self) ?? self.upstream(of: self)
    while true {
      switch upstream {
      case .nothing, .busy:
        return .nothing
      case .producer(let producer):
        return .producer(producer)
      case .cell(let cell):
        if let source = cell.origin.record, source !== record { return .source(source.number) }
        upstream = cell.upstream
      }
    }
  }
}
