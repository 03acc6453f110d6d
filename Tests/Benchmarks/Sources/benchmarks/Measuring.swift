// Turns runs into figures.

import CAllocations

/// The figures of one competitor in one workload.
struct Line {
  let workload: Workload
  let competitor: Competitor
  /// Nanoseconds per operation, for every sample, ascending.
  let nanoseconds: [Double]
  /// Allocations per operation, where they are counted.
  let allocations: Double?
  /// Growth of the process during a run, in bytes, if the workload measures it.
  let growth: Double?
  /// Nanoseconds of the individually timed operations of all samples, ascending.
  let latencies: [Double]

  var median: Double { nanoseconds.quantile(0.5) }
  var minimum: Double { nanoseconds.quantile(0) }
  /// The interquartile range, relative to the median.
  var spread: Double { interquartileRange / median }
  var interquartileRange: Double {
    nanoseconds.quantile(0.75) - nanoseconds.quantile(0.25)
  }

  /// A percentile of the operation times, if operations were timed individually.
  func latency(_ part: Double) -> Double? {
    latencies.isEmpty ? nil : latencies.quantile(part)
  }
}

struct Measuring {
  /// How long a sample should take.
  static let sample = Duration.milliseconds(20)
  /// A single round that takes longer than this is sampled less often.
  static let long = Duration.milliseconds(500)

  var samples = 15

  /// Measures all competitors of a workload in turn, one sample each, so that anything that slows
  /// down the machine affects all of them.
  func measure(_ workload: Workload) -> [Line] {
    var runners = workload.competitors.map { Runner($0) }
    for turn in 0..<samples {
      for index in runners.indices where turn < (runners[index].isLong ? samples / 5 : samples) {
        runners[index].takeSample()
      }
    }
    return runners.map { $0.line(of: workload) }
  }
}

/// Takes the samples of one competitor.
private struct Runner {
  let competitor: Competitor
  private let rounds: Int
  let isLong: Bool
  private var readings: [Competitor.Reading] = []

  /// Warms up, and finds out how many rounds fill a sample.
  init(_ competitor: Competitor) {
    self.competitor = competitor
    var rounds = 1
    var time = competitor.run(rounds).time
    while time < Measuring.sample / 4, !competitor.isSingle {
      rounds *= 2
      time = competitor.run(rounds).time
    }
    isLong = rounds == 1 && time > Measuring.long
    self.rounds =
      competitor.isSingle ? 1 : max(1, Int(Double(rounds) * (Measuring.sample / time)))
  }

  mutating func takeSample() {
    readings.append(competitor.run(rounds))
  }

  func line(of workload: Workload) -> Line {
    let operations = Double(rounds * competitor.operations)
    let allocations = readings.map { Double($0.allocations) / operations }.sorted()
    let growth = readings.compactMap(\.growth).map(Double.init).sorted()
    return Line(
      workload: workload, competitor: competitor,
      nanoseconds: readings.map { $0.time / .nanoseconds(1) / operations }.sorted(),
      allocations: allocations_are_counted() ? allocations.quantile(0.5) : nil,
      growth: growth.isEmpty ? nil : growth.quantile(0.5),
      latencies: readings.flatMap(\.latencies).map { $0 / .nanoseconds(1) }.sorted())
  }
}

extension [Double] {
  /// The quantile of the ascending elements, interpolated.
  fileprivate func quantile(_ part: Double) -> Double {
    let position = part * Double(count - 1)
    let lower = Int(position)
    let upper = Swift.min(lower + 1, count - 1)
    return self[lower] + (self[upper] - self[lower]) * (position - Double(lower))
  }
}
