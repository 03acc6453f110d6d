// PromiseTimeline: what ran beside what, and what waited for what.

import AsyncPromises

/// What happened to some promises over time: when each was created, ran and was settled, and what
/// it waited for.
///
/// Print it, open its ``svg`` in a browser, or its ``traceEvents`` in a trace viewer. It shows the
/// newest promises, and keeps none of your values, errors or closures. It turns tracking on, as
/// ``AsyncPromises/PromiseDiagnostics/startTracking()`` does. While nothing is recorded, it costs
/// nothing.
///
/// ## Example
/// ```swift
/// let timeline = try await PromiseTimeline.record { try await load(url).get() }
/// print(timeline)
/// ```
public struct PromiseTimeline: Sendable {
  let bars: [Bar]
  /// How long it was recorded, in nanoseconds.
  let length: Double
  /// How many promises were created meanwhile.
  let total: UInt64

  /// Whether it shows no promise.
  public var isEmpty: Bool { bars.isEmpty }

  init(_ courses: [Course], of total: UInt64, until end: Duration) {
    let length = end.nanoseconds
    (self.length, self.total) = (length, max(total, UInt64(courses.count)))
    var bars = courses.map { Bar($0, until: length) }
    // Parts and items, which are made on the line of their whole, are what it waits for.
    var wholes: [String: Int] = [:]
    for (index, bar) in bars.enumerated() where bar.creator.kind != "progress" {
      let line = bar.creator.site.description
      if !bar.creator.isPart, bar.creator.kind != "item" {
        wholes[line] = index
      } else if let whole = wholes[line] {
        bars[whole].sources.append(bar.number)
      }
    }
    self.bars = bars
  }

  /// Records the promises that `body` creates, handlers and operations included.
  ///
  /// The recording ends when `body` returns, whether or not all promises are settled. Times are
  /// those of the clock of the caller's scope, if it has one, and otherwise those of the continuous
  /// clock.
  ///
  /// ## Cancellation
  /// It is up to `body`.
  ///
  /// ## Example
  /// ```swift
  /// print(await PromiseTimeline.record { await load(url).result })
  /// ```
  ///
  /// - Parameters:
  ///   - newest: the maximum number of promises, at least one; older ones are dropped.
  ///   - isolation: the caller's isolation, by default; `body` runs in it.
  ///   - body: creates the promises. What it returns is dropped.
  /// - Returns: what happened until then.
  /// - Throws: the error that `body` throws. To see what led to it, catch it in `body`.
  public static func record<R>(
    newest: Int = 1_000, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> R
  ) async rethrows -> PromiseTimeline {
    Tracking.start()
    let current = TrackingContext.current
    let recording = Recording(newest: newest, clock: (current?.scope ?? .ambient).clock)
    let scope = Scope(name: current?.scope.name, recording: recording)
    let inside = TrackingContext(
      scope: scope, promise: current?.promise, isTracked: current?.isTracked ?? true)
    _ = try await TrackingContext.$current.withValue(inside, operation: body)
    return recording.end()
  }

  /// Starts recording every promise that the process creates, until ``stop()``.
  ///
  /// A second call begins a new timeline, and what was recorded until then is dropped.
  ///
  /// ## Example
  /// ```swift
  /// PromiseTimeline.start()
  /// load(url).finally { print(PromiseTimeline.stop()) }
  /// ```
  ///
  /// - Parameter newest: the maximum number of promises, at least one; older ones are dropped.
  public static func start(newest: Int = 1_000) {
    Tracking.start()
    _ = stop()
    Recording.started.push(Recording(newest: newest, clock: nil))
  }

  /// Stops what ``start(newest:)`` started.
  ///
  /// - Returns: what was recorded, which is nothing if nothing was started.
  public static func stop() -> PromiseTimeline {
    Recording.started.top?.end() ?? PromiseTimeline([], of: 0, until: .zero)
  }
}
