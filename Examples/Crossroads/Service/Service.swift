// A pretend service with callbacks. Each module calls it in its own way.

import Dispatch

/// Answers questions on its own queue, or holds them until they are withdrawn.
public final class Service: @unchecked Sendable {
  private let queue = DispatchQueue(label: "service")
  private let answer: @Sendable (String) -> String?
  // Accessed only on the queue.
  private var held: [ObjectIdentifier: Request] = [:]
  private var withdrawn: [String] = []

  /// - Parameter answer: `nil` holds the question.
  public init(answer: @escaping @Sendable (String) -> String?) {
    self.answer = answer
  }

  /// The withdrawn questions, in alphabetical order.
  public var questionsTakenBack: [String] { queue.sync { withdrawn.sorted() } }

  /// A question that hasn't been asked yet.
  public func request(_ question: String) -> Request { Request(question, to: self) }

  fileprivate func ask(_ request: Request) {
    queue.async { [self] in
      if let answer = answer(request.question) {
        request.answer(answer)
      } else {
        held[ObjectIdentifier(request)] = request
      }
    }
  }

  fileprivate func takeBack(_ request: Request) {
    queue.async { [self] in
      guard held.removeValue(forKey: ObjectIdentifier(request)) != nil else { return }
      withdrawn.append(request.question)
    }
  }
}

/// A question to a service.
public final class Request: @unchecked Sendable {
  fileprivate let question: String
  private let service: Service
  /// Set before the service receives the request.
  private var completion: (@Sendable (Result<String, any Error>) -> Void)?

  fileprivate init(_ question: String, to service: Service) {
    (self.question, self.service) = (question, service)
  }

  /// Asks the question. `completion` receives the answer, unless the question is withdrawn first.
  public func start(_ completion: @escaping @Sendable (Result<String, any Error>) -> Void) {
    self.completion = completion
    service.ask(self)
  }

  /// Withdraws the question.
  public func cancel() { service.takeBack(self) }

  fileprivate func answer(_ text: String) { completion?(.success(text)) }
}
