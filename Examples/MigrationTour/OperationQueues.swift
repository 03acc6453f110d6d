// Operations that depend on each other, before and after.

import AsyncPromises
import Foundation
import TestSupport

/// Makes posters with calls that block.
struct Printer: Sendable {
  enum Failure: Error {
    case noPaper
  }

  /// The completed steps, in order.
  let log = Journal<String>()

  func text(of name: String) throws -> String {
    log.write("text")
    guard name != "nobody" else { throw Failure.noPaper }
    return "Wanted: \(name)"
  }

  func frame() throws -> String {
    log.write("frame")
    return "***"
  }

  func print(_ text: String, _ frame: String) -> String {
    log.write("print")
    return "\(frame) \(text) \(frame)"
  }
}

// snippet: before
extension Printer {
  func poster(
    of name: String, on queue: OperationQueue,
    completion: @escaping @Sendable (Result<String, any Error>) -> Void
  ) {
    let parts = Parts()
    let text = BlockOperation {
      let result = Result { try self.text(of: name) }
      parts.text.withLock { $0 = result }
    }
    let frame = BlockOperation {
      let result = Result { try self.frame() }
      parts.frame.withLock { $0 = result }
    }
    let print = BlockOperation {
      // Always runs: dependencies determine when, not whether.
      completion(Result { self.print(try parts.text.get(), try parts.frame.get()) })
    }
    print.addDependency(text)
    print.addDependency(frame)
    queue.addOperations([text, frame, print], waitUntilFinished: false)
  }
}
// end

private final class Parts: Sendable {
  let text = Locked<Result<String, any Error>>(.success(""))
  let frame = Locked<Result<String, any Error>>(.success(""))
}

extension Locked<Result<String, any Error>> {
  fileprivate func get() throws -> String {
    try withLock { $0 }.get()
  }
}

// snippet: blocking
extension OperationQueue {
  /// Does blocking work on this queue, not on the threads that tasks share.
  func run<Value>(_ work: @escaping @Sendable () throws -> Value) -> Promise<Value> {
    Promise { resolver in
      let operation = BlockOperation { resolver.resolve(with: Result { try work() }) }
      addOperation(operation)
      resolver.onCancel { [weak operation] in operation?.cancel() }
    }
  }
}
// end

// snippet: after
extension Printer {
  func poster(of name: String, on queue: OperationQueue) -> Promise<String> {
    let text = queue.run { try self.text(of: name) }
    let frame = queue.run { try self.frame() }
    return Promise.all(text, frame).then { text, frame in
      queue.run { print(text, frame) }
    }
  }
}
// end
