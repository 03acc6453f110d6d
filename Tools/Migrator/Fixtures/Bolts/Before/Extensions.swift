// Operators of one's own.

import BoltsCompat

extension Task {
  /// Nothing but that it has ended well.
  func asNothing() -> Task<Void> {
    continueOnSuccessWith { _ in }
  }

  /// The value, or another.
  func or(_ value: TResult) -> Task<TResult> {
    self.continueOnErrorWith { _ in value }
  }

  static func after(_ task: Task<Void>, _ value: TResult) -> Task<TResult> {
    task.continueOnSuccessWith { value }
  }

  var hasEnded: Bool { completed }
  var isFine: Bool { self.result != nil && error == nil }
}

extension Task where TResult == [Int] {
  func sum() -> Task<Int> { continueOnSuccessWith { $0.reduce(0, +) } }
}

extension BoltsCompat.Task where TResult == String {
  func loud() -> BoltsSwift.Task<String> { continueOnSuccessWith { $0.uppercased() } }
}

struct ExtensionFailure: Error {}

@MainActor
enum ExtensionUse {
  static func sum() -> Task<Int> { Task([1, 2, 3]).sum().or(0) }
  static func none() -> Task<Int> { Task<[Int]>(error: ExtensionFailure()).sum().or(0) }
  static func loud() -> Task<String> { Task.after(Task(1).asNothing(), "a").loud() }
  static func states() -> [Bool] {
    let source = TaskCompletionSource<Int>()
    let tasks = [Task(1), source.task]
    defer { source.cancel() }
    return tasks.map { $0.hasEnded } + tasks.map { $0.isFine }
  }
}
