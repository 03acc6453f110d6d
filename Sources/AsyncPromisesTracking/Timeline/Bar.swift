// The bars of a timeline, and how they are arranged: shared by its text, its picture and its trace.

import AsyncPromises

/// A promise over time. Times are in nanoseconds.
struct Bar: Sendable {
  enum Outcome: String, CaseIterable {
    case fulfilled, cancelled, left, rejected, pending
  }

  struct Span: Sendable {
    let start: Double
    var end: Double
    /// Where it runs, or what it is.
    var name = ""
  }

  let number: UInt64
  let creator: Creator
  private(set) var span: Span
  private(set) var outcome = Outcome.pending
  private(set) var failure: String?
  /// Whether it was settled by a cancellation, rather than by its work.
  private var isStopped = false
  /// What the handler and the operation did.
  private(set) var runs: [Span] = []
  /// The pauses of a retry.
  private(set) var pauses: [Span] = []
  var sources: [UInt64] = []

  init(_ course: Course, until end: Double) {
    (number, creator) = (course.number, course.creator)
    var last = course.made.nanoseconds
    span = Span(start: last, end: max(end, last))
    // What a handler and an operation run since, in this order, if they do.
    var open: [Int?] = [nil, nil]
    for (at, step) in course.steps {
      if let at { last = max(last, at.nanoseconds) }
      if case .tries = step, let index = pauses.indices.last {
        pauses[index].end = min(last, pauses[index].end)
      }
      switch step {
      case .waits(let numbers): sources += numbers.filter { !sources.contains($0) && $0 != number }
      case .tries(let obstacle):
        if obstacle.kind == .pause {
          pauses.append(Span(start: last, end: end, name: obstacle.words))
        }
      case .runs(let isOperation, let lane):
        let slot = isOperation ? 1 : 0
        if open[slot] != nil { continue }
        open[slot] = runs.count
        runs.append(Span(start: last, end: max(end, last), name: "\(lane)"))
      case .ends(let isOperation):
        let slot = isOperation ? 1 : 0
        if let index = open[slot] { runs[index].end = last }
        open[slot] = nil
      case .settles(let error, let wasCancelled):
        let isCancelled = wasCancelled || error == CancellationError.self
        outcome = isCancelled ? .cancelled : error == nil ? .fulfilled : .rejected
        isStopped = wasCancelled
        failure = error.map { "\($0)" }
        span.end = last
      case .isSettled: span.end = last
      case .isLeft:
        outcome = .left
        span.end = last
      }
    }
    // What ended the last pause is not known.
    if course.isCut, pauses.last?.end == end { pauses.removeLast() }
    for index in pauses.indices { pauses[index].end = min(pauses[index].end, span.end) }
  }

  /// Whether work went on after the promise had been cancelled.
  var isLate: Bool { isStopped && runs.contains { $0.end > span.end } }

  /// How it ended in words, if that needs to be said.
  var remark: String? {
    let words = [
      outcome == .rejected ? failure : outcome == .fulfilled ? nil : outcome.rawValue,
      isLate ? "late" : nil,
    ]
    let said = words.compactMap(\.self)
    return said.isEmpty ? nil : said.joined(separator: ", ")
  }

  var title: String {
    let file = creator.site.file.split(separator: "/").last.map(String.init) ?? creator.site.file
    let line = creator.site.line == 0 ? "" : ":\(creator.site.line)"
    return "\(creator.kind)\(creator.name.map { " “\($0)”" } ?? "") \(file)\(line)"
  }
}

extension Course.Lane: CustomStringConvertible {
  var description: String {
    switch self {
    case .actor(let type): "\(type)"
    case .pool: "the pool"
    case .queue: "a queue"
    }
  }
}

extension Duration {
  var nanoseconds: Double { (self / .nanoseconds(1)).rounded() }
}

extension PromiseTimeline {
  /// What has a line of its own: a promise or, if there are too many, those of one line of code.
  struct Row {
    let title: String
    let bars: [Bar]
    /// How long it took, and how it ended.
    let remark: String
  }

  /// The promises in rows. If there are too many, those created by one call share a row and, if
  /// there are still too many, those that took the least time share the last one.
  func rows(atMost limit: Int) -> [Row] {
    if bars.count <= limit {
      return bars.map { bar in
        let remark = bar.remark.map { ", \($0)" } ?? ""
        return Row(
          title: "#\(bar.number) \(bar.title)", bars: [bar],
          remark: Self.words(bar.span.end - bar.span.start) + remark)
      }
    }
    func time(_ bars: [Bar]) -> Double { bars.reduce(0) { $0 + $1.span.end - $1.span.start } }
    func row(_ title: String, _ bars: [Bar]) -> Row {
      let longest = bars.map { $0.span.end - $0.span.start }.max() ?? 0
      let outcomes = Self.count(of: bars, without: .fulfilled).map { ", \($0)" } ?? ""
      return Row(title: title, bars: bars, remark: "≤ \(Self.words(longest))\(outcomes)")
    }
    let groups = Dictionary(grouping: bars, by: \.title).values.sorted { time($0) > time($1) }
    let isFull = groups.count > limit
    let shown = groups.prefix(isFull ? limit - 1 : limit).sorted { $0[0].number < $1[0].number }
    let others = groups.dropFirst(shown.count).flatMap(\.self)
    return shown.map { row("\($0.count) × \($0[0].title)", $0) }
      + (isFull ? [row("\(others.count) others", others)] : [])
  }

  /// A promise, the one that it waited for longest, and so on: the path that took the most time.
  var criticalPath: [Bar] {
    let numbered = Dictionary(bars.map { ($0.number, $0) }) { $1 }
    let awaited = Set(bars.flatMap(\.sources))
    // In a cycle, each is awaited.
    let ends = bars.filter { !awaited.contains($0.number) || $0.outcome == .pending }
    var best: (time: Double, path: [Bar]) = (-1, [])
    for last in ends.sorted(by: { $0.span.end > $1.span.end }).prefix(100) {
      var path: [Bar] = []
      var met: Set<UInt64> = []
      var next: Bar? = last
      while let bar = next, met.insert(bar.number).inserted {
        path.append(bar)
        let sources = bar.sources.compactMap { numbered[$0] }
        next = sources.filter { $0.span.end >= bar.span.start }.max { $0.span.end < $1.span.end }
      }
      let time = last.span.end - (path.map(\.span.start).min() ?? 0)
      if (time, path.count) > (best.time, best.path.count) { best = (time, path) }
    }
    return best.path
  }

  /// How many ended how, in words.
  static func count(of bars: [Bar], without known: Bar.Outcome? = nil) -> String? {
    let counts = Bar.Outcome.allCases.filter { $0 != known }.compactMap { outcome in
      let number = bars.count { $0.outcome == outcome }
      return number == 0 ? nil : "\(number) \(outcome)"
    }
    return counts.isEmpty ? nil : counts.joined(separator: ", ")
  }

  var heading: String {
    let dropped = total - UInt64(bars.count)
    return "\(total) promise\(total == 1 ? "" : "s") in \(Self.words(length))"
      + (Self.count(of: bars).map { ": \($0)" } ?? "")
      + (dropped == 0 ? "" : "; the oldest \(dropped) are not shown")
  }

  /// A time with three digits.
  static func words(_ time: Double) -> String {
    let (unit, name) =
      time < 1e6 ? (1e3, "µs") : time < 1e9 ? (1e6, "ms") : time < 6e11 ? (1e9, "s") : (6e10, "min")
    let value = time / unit
    let digits: Double = value < 10 ? 100 : value < 100 ? 10 : 1
    let rounded = (value * digits).rounded() / digits
    let text = "\(rounded)"
    return "\(text.hasSuffix(".0") ? String(text.dropLast(2)) : text) \(name)"
  }
}
