// A stand-in for RxSwift 6, with the signatures that the guides use. None of it is run.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Dispatch

func standIn() -> Never {
  fatalError("Stand-ins are compiled but never run.")
}

public typealias RxTimeInterval = DispatchTimeInterval

public protocol Disposable {
  func dispose()
}

public protocol Cancelable: Disposable {
  var isDisposed: Bool { get }
}

public struct Disposables {
  public static func create() -> Disposable { standIn() }
  public static func create(with dispose: @escaping () -> Void) -> Cancelable { standIn() }
}

open class DisposeBase {
  init() { standIn() }
}

public final class SerialDisposable: DisposeBase, Cancelable {
  override public init() { standIn() }

  public var isDisposed: Bool { standIn() }
  public var disposable: Disposable {
    get { standIn() }
    set { standIn() }
  }
  public func dispose() { standIn() }
}

public protocol ImmediateSchedulerType {}
public protocol SchedulerType: ImmediateSchedulerType {}

public class SerialDispatchQueueScheduler: SchedulerType {
  init() { standIn() }
}

public final class MainScheduler: SerialDispatchQueueScheduler {
  override public init() { standIn() }

  public static let instance = MainScheduler()
}

// MARK: Singles

public enum SingleTrait {}
public typealias Single<Element> = PrimitiveSequence<SingleTrait, Element>
public typealias SingleEvent<Element> = Result<Element, Swift.Error>

public protocol PrimitiveSequenceType {
  associatedtype Trait
  associatedtype Element
  var primitiveSequence: PrimitiveSequence<Trait, Element> { get }
}

public struct PrimitiveSequence<Trait, Element>: PrimitiveSequenceType {
  public var primitiveSequence: PrimitiveSequence<Trait, Element> { standIn() }

  public func observe(on scheduler: ImmediateSchedulerType) -> PrimitiveSequence<Trait, Element> {
    standIn()
  }

  public func retry(_ maxAttemptCount: Int) -> PrimitiveSequence<Trait, Element> { standIn() }

  public func timeout(
    _ dueTime: RxTimeInterval, scheduler: SchedulerType
  ) -> PrimitiveSequence<Trait, Element> { standIn() }
}

extension PrimitiveSequenceType where Trait == SingleTrait {
  public typealias SingleObserver = (SingleEvent<Element>) -> Void

  public static func create(
    subscribe: @escaping (@escaping SingleObserver) -> Disposable
  ) -> Single<Element> { standIn() }

  public func subscribe(_ observer: @escaping (SingleEvent<Element>) -> Void) -> Disposable {
    standIn()
  }

  public func subscribe<Object: AnyObject>(
    with object: Object, onSuccess: ((Object, Element) -> Void)? = nil,
    onFailure: ((Object, Swift.Error) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil
  ) -> Disposable { standIn() }

  public func subscribe(
    onSuccess: ((Element) -> Void)? = nil, onFailure: ((Swift.Error) -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> Disposable { standIn() }
}
