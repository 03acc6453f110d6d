// A stand-in for version 2 of google/promises, with the signatures that the guides use. None of it
// is run.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Dispatch
import Foundation

func standIn() -> Never {
  fatalError("Stand-ins are compiled but never run.")
}

extension DispatchQueue {
  public static var promises: DispatchQueue {
    get { standIn() }
    set { standIn() }
  }
}

public final class Promise<Value> {
  public typealias Then<Result> = (Value) throws -> Result
  public typealias Catch = (Error) -> Void

  public init() { standIn() }
  public init(_ error: Error) { standIn() }
  public init(_ work: @autoclosure () throws -> Value) { standIn() }

  public static func pending() -> Promise<Value> { standIn() }
  public func fulfill(_ resolution: Value) { standIn() }
  public func reject(_ error: Error) { standIn() }

  @discardableResult
  public func then<Result>(
    on queue: DispatchQueue = .promises, _ work: @escaping Then<Promise<Result>>
  ) -> Promise<Result> { standIn() }

  @discardableResult
  public func then<Result>(
    on queue: DispatchQueue = .promises, _ work: @escaping Then<Result>
  ) -> Promise<Result> { standIn() }

  @discardableResult
  public func then(
    on queue: DispatchQueue = .promises, _ work: @escaping Then<Void>
  ) -> Promise { standIn() }

  @discardableResult
  public func `catch`(
    on queue: DispatchQueue = .promises, _ reject: @escaping Catch
  ) -> Promise { standIn() }

  @discardableResult
  public func recover(
    on queue: DispatchQueue = .promises, _ recovery: @escaping (Error) throws -> Promise
  ) -> Promise { standIn() }

  @discardableResult
  public func recover(
    on queue: DispatchQueue = .promises, _ recovery: @escaping (Error) throws -> Value
  ) -> Promise { standIn() }

  @discardableResult
  public func timeout(
    on queue: DispatchQueue = .promises, _ interval: TimeInterval
  ) -> Promise { standIn() }

  @discardableResult
  public func validate(
    on queue: DispatchQueue = .promises, _ predicate: @escaping (Value) -> Bool
  ) -> Promise { standIn() }
}

public func retry<Value>(
  on queue: DispatchQueue = .promises, attempts count: Int = 1, delay interval: TimeInterval = 1,
  condition predicate: ((_ count: Int, _ error: Error) -> Bool)? = nil,
  _ work: @escaping () throws -> Promise<Value>
) -> Promise<Value> { standIn() }
