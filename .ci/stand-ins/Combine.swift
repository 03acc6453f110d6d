// The parts of Combine that the modules use.

import Dispatch

public protocol Cancellable {
  func cancel()
}

public protocol CustomCombineIdentifierConvertible {}

public enum Subscribers {
  public struct Demand: Equatable, Comparable, Sendable {
    public static let none = Demand()
    public static func max(_ value: Int) -> Demand { Demand() }
    public static func < (a: Demand, b: Demand) -> Bool { false }
  }

  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  func request(_ demand: Subscribers.Demand)
}

public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error
  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

public struct AnySubscriber<Input, Failure: Error>: Subscriber {
  public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {}
  public func receive(subscription: any Subscription) {}
  public func receive(_ input: Input) -> Subscribers.Demand { .none }
  public func receive(completion: Subscribers.Completion<Failure>) {}
}

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
  public func subscribe<S: Subscriber>(_ subscriber: S)
  where S.Input == Output, S.Failure == Failure {}
}

// Used by examples.

public final class AnyCancellable: Cancellable {
  public func cancel() {}
}

public final class PassthroughSubject<Output, Failure: Error>: Publisher, @unchecked Sendable {
  public init() {}
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {}
}

public struct AnyPublisher<Output, Failure: Error>: Publisher {
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {}
}

extension Publisher {
  public func map<T>(_ transform: @escaping (Output) -> T) -> AnyPublisher<T, Failure> {
    AnyPublisher()
  }
  public func replaceError(with output: Output) -> AnyPublisher<Output, Never> { AnyPublisher() }
  public func receive(on scheduler: DispatchQueue) -> AnyPublisher<Output, Failure> {
    AnyPublisher()
  }
}

public struct Deferred<P: Publisher>: Publisher {
  public typealias Output = P.Output
  public typealias Failure = P.Failure
  public init(createPublisher: @escaping () -> P) {}
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {}
}

extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { AnyCancellable() }
}
