// The trace-event format, read as its viewers read it.

import Foundation

/// A trace, decoded from JSON.
struct TraceFile: Decodable {
  struct Event: Decodable {
    struct Arguments: Decodable {
      let name, outcome, error: String?
      let late: Bool?
    }

    let ph, name: String
    let pid, tid: Int
    let ts, dur: Double?
    let id: Int?
    let args: Arguments?

    var start: Double { ts ?? 0 }
    var end: Double { start + (dur ?? 0) }
    /// How long it takes, in milliseconds.
    var milliseconds: Double { (dur ?? 0) / 1000 }
  }

  let traceEvents: [Event]

  init(_ text: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(text.utf8)) }

  /// The slices of promises and of pauses, or with 2, those of handlers and operations.
  func slices(_ process: Int = 1) -> [Event] {
    traceEvents.filter { $0.ph == "X" && $0.pid == process }
  }

  /// The only promise created by that call.
  func promise(_ kind: String) -> Event? {
    let found = slices().filter { $0.name.contains(" \(kind) ") }
    return found.count == 1 ? found[0] : nil
  }

  func lane(of event: Event) -> String? {
    traceEvents.first {
      $0.name == "thread_name" && ($0.pid, $0.tid) == (event.pid, event.tid)
    }?.args?.name
  }

  /// The names of the promises at both ends of each arrow.
  var arrows: [(from: String, to: String)] {
    Dictionary(grouping: traceEvents.filter { $0.id != nil }, by: { $0.id ?? 0 }).sorted {
      $0.key < $1.key
    }.map { pair in
      func end(_ phase: String) -> String {
        pair.value.filter { $0.ph == phase }.map { slice(around: $0)?.name ?? "none" }.joined()
      }
      return (end("s"), end("f"))
    }
  }

  private func slice(around event: Event) -> Event? {
    slices(event.pid).filter {
      $0.tid == event.tid && $0.args != nil && $0.start <= event.start && event.start < $0.end
    }.last
  }

  /// What the format's rules forbid, in words.
  var faults: [String] {
    var faults: [String] = []
    let slices = traceEvents.filter { $0.ph == "X" }
    for row in Dictionary(grouping: slices, by: { [$0.pid, $0.tid] }).values {
      var open: [Event] = []
      for slice in row.sorted(by: { ($0.start, -$0.end) < ($1.start, -$1.end) }) {
        open.removeAll { $0.end <= slice.start }
        if let last = open.last, slice.end > last.end { faults.append("\(slice) crosses \(last)") }
        open.append(slice)
      }
    }
    // Perfetto drops a slice that overlaps another by the error of a fraction.
    for slice in slices {
      let isWhole = [slice.start, slice.end].allSatisfy { $0 == $0.rounded() }
      if slice.start < 0 || slice.end <= slice.start || !isWhole { faults.append("\(slice)") }
    }
    // Perfetto takes threads with one number for one thread, and zero for the idle one.
    for (thread, slices) in Dictionary(grouping: slices, by: \.tid)
    where thread == 0 || Set(slices.map(\.pid)).count > 1 {
      faults.append("thread \(thread)")
    }
    for (id, ends) in Dictionary(grouping: traceEvents.filter { $0.id != nil }, by: \.id) {
      guard ends.map(\.ph) == ["s", "f"], ends[0].start <= ends[1].start,
        ends.allSatisfy({ slice(around: $0) != nil })
      else {
        faults.append("arrow \(id ?? 0): \(ends)")
        continue
      }
    }
    for event in traceEvents where !["M", "X", "s", "f"].contains(event.ph) {
      faults.append("\(event)")
    }
    return faults
  }
}
