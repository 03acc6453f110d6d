// From runs to figures.

import CAllocations

/// The figures of one competitor in one workload.
struct Line {
  let workload: Workload
  let competitor: Competitor
  /// Nanoseconds an operation, of every sample, ascending.
  let nanoseconds: [Double]
  /// Allocating calls an operation, where they are counted.
  let allocations: Double?
  /// Bytes that the process has become larger by in a run, where the workload looks at that.
  let growth: Double?
  /// Nanoseconds of the operations that were timed one by one, of all samples, ascending.
  let latencies: [Double]

  var median: Double { nanoseconds.quantile(0.5) }
  var minimum: Double { nanoseconds.quantile(0) }
  /// The interquartile range, as a part of the median.
  var spread: Double { interquartileRange / median }
  var interquartileRange: Double {
    nanoseconds.quantile(0.75) - nanoseconds.quantile(0.25)
  }

  /// The time that a part of the operations took at most, where they were timed one by one.
  func latency(_ part: Double) -> Double? {
    latencies.isEmpty ? nil : latencies.quantile(part)
  }
}

struct Measuring {
  /// What a sample should last.
  static let sample = Duration.milliseconds(20)
  /// From here on a single round is a long one, of which few samples are taken.
  static let long = Duration.milliseconds(500)

  var samples = 15

  /// Measures all competitors of a workload, one sample of each in turn, so that what slows the
  /// machine down slows all of them down.
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

  /// Warms up while it finds out how many rounds fill a sample.
  init(_ competitor: Competitor) {
    self.competitor = competitor
    var rounds = 1
    var time = competitor.run(rounds).time
    while time < Measuring.sample / 4 {
      rounds *= 2
      time = competitor.run(rounds).time
    }
    isLong = rounds == 1 && time > Measuring.long
    self.rounds = max(1, Int(Double(rounds) * (Measuring.sample / time)))
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
  /// The value that a part of the ascending elements lies below, interpolated.
  fileprivate func quantile(_ part: Double) -> Double {
    let position = part * Double(count - 1)
    let lower = Int(position)
    let upper = Swift.min(lower + 1, count - 1)
    return self[lower] + (self[upper] - self[lower]) * (position - Double(lower))
  }
}
