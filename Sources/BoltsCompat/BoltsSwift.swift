// The original module's name, for code that qualifies names with it.

/// A namespace for module-qualified names, such as `BoltsSwift.Task` and `BoltsSwift.Executor`.
public enum BoltsSwift {
  /// ``BoltsCompat/AggregateError``.
  public typealias AggregateError = BoltsCompat.AggregateError
  /// ``BoltsCompat/CancellationToken``.
  public typealias CancellationToken = BoltsCompat.CancellationToken
  /// ``BoltsCompat/CancellationTokenRegistration``.
  public typealias CancellationTokenRegistration = BoltsCompat.CancellationTokenRegistration
  /// ``BoltsCompat/CancellationTokenSource``.
  public typealias CancellationTokenSource = BoltsCompat.CancellationTokenSource
  /// ``BoltsCompat/CancelledError``.
  public typealias CancelledError = BoltsCompat.CancelledError
  /// ``BoltsCompat/Executor``.
  public typealias Executor = BoltsCompat.Executor
  /// ``BoltsCompat/Task``.
  public typealias Task<TResult> = BoltsCompat.Task<TResult>
  /// ``BoltsCompat/TaskCompletionSource``.
  public typealias TaskCompletionSource<TResult> = BoltsCompat.TaskCompletionSource<TResult>
}
