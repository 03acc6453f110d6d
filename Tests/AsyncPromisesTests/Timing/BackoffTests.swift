// Backoff.swift: how long a retry pauses.

import TestSupport
import Testing

@testable import AsyncPromises

@Suite("Backoff", .timeLimit(.minutes(10)))
struct BackoffTests {
  private static let century = Duration.seconds(100 * 365 * 86_400)
  private static let farAttempts = [64, 1_100, 1_000_000, Int.max - 1, Int.max]

  /// The pauses after the given attempts.
  private func pauses(_ backoff: Backoff, after attempts: [Int] = [1, 2, 3, 4]) -> [Duration] {
    var generator = SplitMix64(1)
    return attempts.map { backoff.pause(afterAttempt: $0, using: &generator) }
  }

  private func seconds(_ seconds: Double...) -> [Duration] {
    seconds.map { .seconds($0) }
  }

  // MARK: Pauses

  @Test("G3: there may be no pauses, or constant, linear or exponential ones")
  func table() {
    #expect(pauses(.none) == seconds(0, 0, 0, 0))
    #expect(pauses(.constant(.seconds(3))) == seconds(3, 3, 3, 3))
    #expect(pauses(.linear(.milliseconds(250))) == seconds(0.25, 0.5, 0.75, 1))
    #expect(pauses(.exponential(base: .milliseconds(500))) == seconds(0.5, 1, 2, 4))
    #expect(pauses(.exponential(base: .seconds(2), factor: 3)) == seconds(2, 6, 18, 54))
    #expect(pauses(.exponential(base: .seconds(8), factor: 0.5)) == seconds(8, 4, 2, 1))
    #expect(pauses(.exponential(base: .seconds(1)), after: [11, 21]) == seconds(1024, 1_048_576))
  }

  @Test("G3: no pause is longer than the cap")
  func cap() {
    let cap = Duration.seconds(5)
    #expect(pauses(.linear(.seconds(2), cap: cap)) == seconds(2, 4, 5, 5))
    #expect(pauses(.exponential(base: .seconds(2), cap: cap)) == seconds(2, 4, 5, 5))
    #expect(pauses(.exponential(base: .seconds(9), cap: cap)) == seconds(5, 5, 5, 5))
    #expect(pauses(.exponential(base: .seconds(9), cap: .zero)) == seconds(0, 0, 0, 0))
    for attempt in Self.farAttempts {
      #expect(pauses(.linear(.seconds(2), cap: cap), after: [attempt]) == [cap])
      #expect(pauses(.exponential(base: .seconds(2), cap: cap), after: [attempt]) == [cap])
    }
  }

  @Test("G3: a factor of zero keeps only the first pause; a factor of one keeps all of them")
  func plainFactors() {
    let attempts = [1, 2, 3] + Self.farAttempts
    let zero = pauses(.exponential(base: .seconds(3), factor: 0), after: attempts)
    #expect(zero == [.seconds(3)] + attempts.dropFirst().map { _ in .zero })
    let one = pauses(.exponential(base: .seconds(3), factor: 1), after: attempts)
    #expect(one == attempts.map { _ in .seconds(3) })
  }

  @Test("G3: a pause that isn't multiplied keeps its precision")
  func precision() {
    let odd = Duration(secondsComponent: 7, attosecondsComponent: 123_456_789_123_456_789)
    #expect(pauses(.constant(odd)) == [odd, odd, odd, odd])
    #expect(pauses(.linear(odd), after: [1]) == [odd])
    #expect(pauses(.exponential(base: odd), after: [1]) == [odd])
  }

  // MARK: Saturation

  @Test("G3: the arithmetic saturates at a hundred years, however many attempts there were")
  func farAttempts() {
    let far = Array(Self.farAttempts.dropFirst(2))
    for backoff in [
      Backoff.linear(.seconds(86_400)), .exponential(base: .seconds(1)),
      .exponential(base: .nanoseconds(1), factor: 1.001),
      .exponential(base: .seconds(1), factor: .greatestFiniteMagnitude),
    ] {
      #expect(pauses(backoff, after: far) == far.map { _ in Self.century })
    }
    let shrinking = pauses(.exponential(base: .seconds(1), factor: 0.999), after: far)
    #expect(shrinking == far.map { _ in .zero })
  }

  @Test(
    "G3: a huge pause, cap or jitter doesn't overflow",
    arguments: [
      Duration.seconds(Int64.max), .seconds(200 * 365 * 86_400),
      Duration(secondsComponent: Int64.max, attosecondsComponent: 999_999_999_999_999_999),
    ])
  func hugePauses(huge: Duration) {
    let attempts = [1, 2, 3] + Self.farAttempts
    let expected = attempts.map { _ in Self.century }
    for backoff in [
      Backoff.constant(huge), .linear(huge), .linear(huge, cap: huge), .exponential(base: huge),
      .exponential(base: huge, factor: 1e300, cap: huge), .exponential(base: huge, factor: 1),
    ] {
      #expect(pauses(backoff, after: attempts) == expected)
      #expect(pauses(backoff.jitter(1e300...1e308), after: attempts) == expected)
      #expect(pauses(backoff.jitter(0...0), after: attempts) == attempts.map { _ in .zero })
    }
  }

  @Test("G3: a negative pause with jitter is never positive, and doesn't overflow")
  func negativePauses() {
    let attempts = [1, 2, 3]
    for backoff in [
      Backoff.constant(.seconds(-1)), .linear(.seconds(-1)), .exponential(base: .seconds(-1)),
      .constant(.seconds(Int64.min)),
    ] {
      for pause in pauses(backoff.jitter(), after: attempts) { #expect(pause <= .zero) }
    }
  }

  // MARK: Jitter

  @Test(
    "G3: jitter multiplies each pause by a factor from the range, and uses the whole range",
    arguments: [0.5...1, 0...1, 0.25...0.75, 1...3])
  func jitter(range: ClosedRange<Double>) {
    let backoff = Backoff.exponential(base: .seconds(16), cap: .seconds(20)).jitter(range)
    var generator = SplitMix64(7)
    for (attempt, whole) in [(1, 16.0), (2, 20), (Int.max, 20)] {
      var slots = Set<Int>()
      for _ in 0..<2_000 {
        let pause = backoff.pause(afterAttempt: attempt, using: &generator)
        let factor = pause / .seconds(whole)
        #expect(factor >= range.lowerBound - 1e-9)
        #expect(factor <= range.upperBound + 1e-9)
        slots.insert(Int((factor - range.lowerBound) / (range.upperBound - range.lowerBound) * 20))
      }
      #expect(slots.isSuperset(of: 0..<20))
    }
  }

  @Test("G3: the default jitter range is 0.5 to 1; a range of one factor is that factor")
  func jitterRanges() {
    var generator = SplitMix64(7)
    let backoff = Backoff.constant(.seconds(10)).jitter()
    let pauses = (1...1_000).map { backoff.pause(afterAttempt: $0, using: &generator) }
    #expect(pauses.allSatisfy { $0 >= .seconds(5) && $0 <= .seconds(10) })
    #expect(pauses.contains { $0 < .seconds(5.5) })
    #expect(pauses.contains { $0 > .seconds(9.5) })
    #expect(self.pauses(backoff.jitter(0.5...0.5)) == seconds(5, 5, 5, 5))
    #expect(self.pauses(backoff.jitter(1...1)) == seconds(10, 10, 10, 10))
  }

  @Test("G3: the same seed gives the same pauses; a different seed gives different ones")
  func seeds() {
    func pauses(seed: UInt64) -> [Duration] {
      var generator = SplitMix64(seed)
      let backoff = Backoff.linear(.seconds(1)).jitter()
      return (1...20).map { backoff.pause(afterAttempt: $0, using: &generator) }
    }
    #expect(pauses(seed: 1) == pauses(seed: 1))
    #expect(pauses(seed: 1) != pauses(seed: 2))
  }

  // MARK: Invalid arguments

  @Test("G3: a negative factor traps with a message")
  func negativeFactor() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Backoff.exponential(base: .seconds(1), factor: -1)
    }
    #expect(result.says("A backoff factor must be zero or more, not -1.0."))
  }

  @Test("G3 G5: an infinite factor traps with a message")
  func infiniteFactor() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Backoff.exponential(base: .seconds(1), factor: .infinity)
    }
    #expect(result.says("A backoff factor must be finite, not inf."))
  }

  @Test("G3 G5: an infinite jitter traps with a message")
  func infiniteJitter() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Backoff.none.jitter(0 ... .infinity)
    }
    #expect(result.says("Jitter factors must be finite, not 0.0...inf."))
  }

  @Test("G3: a factor that isn't a number traps with a message")
  func nanFactor() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Backoff.exponential(base: .seconds(1), factor: .nan)
    }
    #expect(result.says("A backoff factor must be zero or more, not nan."))
  }

  @Test("G3: a negative jitter traps with a message")
  func negativeJitter() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Backoff.none.jitter(-0.5...1)
    }
    #expect(result.says("Jitter factors must be zero or more, not -0.5...1.0."))
  }
}
