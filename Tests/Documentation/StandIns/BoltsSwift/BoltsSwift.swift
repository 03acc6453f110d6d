// A stand-in for BoltsSwift, with the signatures that the guides use. None of it is run.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Dispatch
import Foundation

func standIn() -> Never {
  fatalError("Stand-ins are compiled but never run.")
}

public enum Executor {
  case `default`
  case immediate
  case mainThread
  case queue(DispatchQueue)
  case operationQueue(Foundation.OperationQueue)
  case closure((() -> Void) -> Void)
  case escapingClosure((@escaping () -> Void) -> Void)
}

public final class Task<TResult> {
  public init(_ result: TResult) { standIn() }
  public init(error: Error) { standIn() }

  public var completed: Bool { standIn() }
  public var faulted: Bool { standIn() }
  public var cancelled: Bool { standIn() }
  public var result: TResult? { standIn() }
  public var error: Error? { standIn() }

  @discardableResult
  public func continueWith<S>(
    _ executor: Executor = .default, continuation: @escaping ((Task) throws -> S)
  ) -> Task<S> { standIn() }

  @discardableResult
  public func continueWithTask<S>(
    _ executor: Executor = .default, continuation: @escaping ((Task) throws -> Task<S>)
  ) -> Task<S> { standIn() }

  @discardableResult
  public func continueOnSuccessWith<S>(
    _ executor: Executor = .default, continuation: @escaping ((TResult) throws -> S)
  ) -> Task<S> { standIn() }

  @discardableResult
  public func continueOnSuccessWithTask<S>(
    _ executor: Executor = .default, continuation: @escaping ((TResult) throws -> Task<S>)
  ) -> Task<S> { standIn() }

  public class func whenAllResult(_ tasks: [Task]) -> Task<[TResult]> { standIn() }
}

public final class TaskCompletionSource<TResult> {
  public init() { standIn() }

  public var task: Task<TResult> { standIn() }
  public func set(result: TResult) { standIn() }
  public func trySet(result: TResult) -> Bool { standIn() }
  public func set(error: Error) { standIn() }
  public func trySet(error: Error) -> Bool { standIn() }
  public func cancel() { standIn() }
  public func tryCancel() -> Bool { standIn() }
}
