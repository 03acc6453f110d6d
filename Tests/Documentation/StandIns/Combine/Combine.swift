// Stands for Combine where the system has none: the signatures that the guides use. None of it is
// run.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

func standIn() -> Never {
  fatalError("A stand-in is compiled, and not run.")
}

public protocol Cancellable {
  func cancel()
}

public final class AnyCancellable: Cancellable {
  public init(_ cancel: @escaping () -> Void) { standIn() }
  public func cancel() { standIn() }
}

public enum Subscribers {
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }

  public struct Demand {}
}

public protocol Subscription: Cancellable {
  func request(_ demand: Subscribers.Demand)
}

public protocol Subscriber<Input, Failure> {
  associatedtype Input
  associatedtype Failure: Error
}

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
  public func first() -> Publishers.First<Self> { standIn() }

  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable { standIn() }

  public func handleEvents(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveOutput: ((Output) -> Void)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
    receiveCancel: (() -> Void)? = nil,
    receiveRequest: ((Subscribers.Demand) -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> { standIn() }

  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { standIn() }
}

public enum Publishers {
  public struct First<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure { standIn() }
  }

  public struct HandleEvents<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure { standIn() }
  }
}

public struct AnyPublisher<Output, Failure: Error>: Publisher {
  public init<P: Publisher>(_ publisher: P) where Output == P.Output, Failure == P.Failure {
    standIn()
  }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure { standIn() }
}

public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure

  public init(createPublisher: @escaping () -> DeferredPublisher) { standIn() }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure { standIn() }
}

public final class Future<Output, Failure: Error>: Publisher {
  public typealias Promise = (Result<Output, Failure>) -> Void

  public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) { standIn() }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure { standIn() }
}
