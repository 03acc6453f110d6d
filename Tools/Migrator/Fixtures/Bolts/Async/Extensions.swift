// Operators of one's own.

import AsyncPromises
import BoltsCompat

extension Promise {
  /// Nothing but that it has ended well.
  func asNothing() -> Promise<Void> {
    map { _ in }
  }

  /// The value, or another.
  func or(_ value: Value) -> Promise<Value> {
    BoltsCompat.Task(self).continueOnErrorWith { _ in value }.asyncPromise
  }

  static func after(_ task: Promise<Void>, _ value: Value) -> Promise<Value> {
    BoltsCompat.Task(task).continueOnSuccessWith { value }.asyncPromise
  }

  var hasEnded: Bool { (resultIfSettled != nil) }
  var isFine: Bool { self.resultIfSettled?.result != nil && resultIfSettled?.error == nil }
}

extension Promise where Value == [Int] {
  func sum() -> Promise<Int> { map { $0.reduce(0, +) } }
}

extension Promise where Value == String {
  func loud() -> Promise<String> { map { $0.uppercased() } }
}

struct ExtensionFailure: Error {}

@MainActor
enum ExtensionUse {
  static func sum() async throws -> Int { try await Promise.fulfilled([1, 2, 3]).sum().or(0).get() }
  static func none() async throws -> Int {
    try await Promise<[Int]>.rejected(ExtensionFailure()).sum().or(0).get()
  }
  static func loud() async throws -> String {
    try await Promise.after(Promise.fulfilled(1).asNothing(), "a").loud().get()
  }
  static func states() -> [Bool] {
    let source = Promise<Int>.pending()
    let tasks = [Promise.fulfilled(1), source.promise]
    defer { source.resolver.reject(CancellationError()) }
    return tasks.map { $0.hasEnded } + tasks.map { $0.isFine }
  }
}

extension Result where Failure == any Error {
  /// The error, unless it stands for a cancellation.
  fileprivate var error: (any Error)? {
    if case .failure(let error) = self, !(error is CancellationError) { error } else { nil }
  }

  /// The value, if there is one.
  fileprivate var result: Success? {
    try? get()
  }
}
