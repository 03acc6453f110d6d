// all and allSettled that report progress as their inputs settle.

extension Promise {
  @usableFromInline
  static func all<T: Sendable>(
    _ promises: [Promise<T>], remaining: RemainingInputs,
    _ progress: @escaping @Sendable @isolated(any) (Int) -> Void,
    _ fileID: StaticString, _ line: UInt
  ) -> Promise<[T]> where Value == [T] {
    map(
      Items(promises), .max, as: "all", remaining: remaining, { Origin($0, fileID, line) }, progress
    ) { promise, _ in promise }
  }

  @usableFromInline
  static func allSettled<T: Sendable>(
    _ promises: [Promise<T>], _ progress: @escaping @Sendable @isolated(any) (Int) -> Void,
    _ fileID: StaticString, _ line: UInt
  ) -> Promise<[Result<T, any Error>]> where Value == [Result<T, any Error>] {
    map(
      Items(promises), .max, as: "allSettled", remaining: .leave, { Origin($0, fileID, line) },
      progress
    ) { promise, _ in
      Promise<Result<T, any Error>>.allSettled([promise.cell], .none) { promise.settledOutcome }
    }
  }
}
