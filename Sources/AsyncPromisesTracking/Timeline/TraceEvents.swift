// A timeline as trace events, the format of Chromium's and Perfetto's viewers.

extension PromiseTimeline {
  /// The timeline as JSON in the trace-event format, for `chrome://tracing` and ui.perfetto.dev.
  ///
  /// A slice for each promise, and in it one for each pause of a retry; a slice for each handler
  /// and operation on the lane of its actor, of the pool, or of queues; and an arrow from each
  /// promise to those that waited for it. What overlaps is in several rows of a lane.
  public var traceEvents: String {
    var (slices, arrows, names) = ([String](), [String](), [String]())
    var places: [UInt64: (row: Int, span: Bar.Span)] = [:]
    func name(_ kind: String, _ process: Int, _ row: Int, _ text: String) {
      names.append(
        #"{"ph":"M","name":"\#(kind)","pid":\#(process),"tid":\#(row),"#
          + #""args":{"name":\#(text.inJSON)}}"#)
    }
    func slice(_ title: String, _ process: Int, _ row: Int, _ span: Bar.Span, _ more: String = "") {
      slices.append(
        #"{"ph":"X","cat":"promise","name":\#(title.inJSON),"pid":\#(process),"tid":\#(row),"#
          + #""ts":\#(span.start),"dur":\#(span.end - span.start)\#(more)}"#)
    }
    // Each row is a thread. A viewer shares threads with one number among processes, and keeps
    // zero for itself.
    var first = 1
    func lane(_ title: (_ row: Int) -> String, _ process: Int, _ rows: [Int]) {
      let count = 1 + (rows.max() ?? -1)
      for row in 0..<count { name("thread_name", process, first + row, title(row)) }
      first += count
    }
    name("process_name", 1, 0, "promises")
    name("process_name", 2, 0, "isolations")
    let placed = Self.packed(bars, by: \.span)
    for (bar, span, row) in placed {
      places[bar.number] = (first + row, span)
      let failure = bar.failure.map { #","error":\#($0.inJSON)"# } ?? ""
      slice(
        "#\(bar.number) \(bar.title)", 1, first + row, span,
        #","args":{"outcome":"\#(bar.outcome)","late":\#(bar.isLate)\#(failure)}"#)
      for pause in bar.pauses where pause.start < pause.end {
        slice(pause.name, 1, first + row, pause.inMicroseconds)
      }
    }
    lane({ "promises \($0 + 1)" }, 1, placed.map(\.row))
    let runs = bars.flatMap { bar in bar.runs.map { (bar: bar, span: $0) } }
    for (title, runs) in Dictionary(grouping: runs, by: \.span.name).sorted(by: { $0.key < $1.key })
    {
      let placed = Self.packed(runs, by: \.span)
      for (run, span, row) in placed {
        slice("#\(run.bar.number) \(run.bar.title)", 2, first + row, span)
      }
      lane({ _ in title }, 2, placed.map(\.row))
    }
    for bar in bars {
      for number in bar.sources {
        guard let source = places[number], let waiter = places[bar.number] else { continue }
        // Each end is inside its slice, and none is before the other.
        let start = min(source.span.end, waiter.span.end) - 1
        guard start >= source.span.start else { continue }
        let ends = [("s", source.row, start), ("f", waiter.row, max(start, waiter.span.start))]
        for (phase, row, time) in ends {
          arrows.append(
            #"{"ph":"\#(phase)","bp":"e","cat":"wait","name":"wait","id":\#(arrows.count / 2 + 1),"#
              + #""pid":1,"tid":\#(row),"ts":\#(time)}"#)
        }
      }
    }
    return #"{"displayTimeUnit":"ms","traceEvents":["# + "\n"
      + (names + slices + arrows).joined(separator: ",\n") + "\n]}\n"
  }

  /// Returns the elements in the order of their start, each with a row where it overlaps no other.
  private static func packed<T>(
    _ elements: [T], by span: (T) -> Bar.Span
  ) -> [(T, span: Bar.Span, row: Int)] {
    var ends: [Double] = []
    return elements.sorted { span($0).start < span($1).start }.map { element in
      let span = span(element).inMicroseconds
      let row = ends.firstIndex { $0 <= span.start } ?? ends.count
      if row == ends.count { ends.append(0) }
      ends[row] = span.end
      return (element, span, row)
    }
  }
}

extension Bar.Span {
  /// In whole microseconds, at least one of them: readers drop what seems to overlap.
  fileprivate var inMicroseconds: Bar.Span {
    let start = (start / 1000).rounded(.down)
    return Bar.Span(start: start, end: max((end / 1000).rounded(.up), start + 1))
  }
}

extension String {
  fileprivate var inJSON: String {
    let text = escaped(keeping: ".:/#“”…×-_()<>") { scalar in
      String(scalar).utf16.map { unit in
        let code = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - code.count) + code
      }.joined()
    }
    return "\"\(text)\""
  }
}
