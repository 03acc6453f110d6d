// The model and the callback interfaces that the clients work with.

import AsyncPromises
import Foundation

struct Profile: Sendable, Equatable {
  var name: String
  var age: Int
}

enum ClientError: Error, Equatable {
  case offline
  case notFound(Int)
}

/// Third-party functions with completion handlers, in the shapes that `wrap` takes. Each calls back
/// on a new thread.
nonisolated enum CallbackInterface {
  static func value(_ number: Int, completion: @escaping @Sendable (Int) -> Void) {
    elsewhere { completion(number) }
  }

  static func valueOrError(
    _ number: Int?, completion: @escaping @Sendable (Int?, (any Error)?) -> Void
  ) {
    elsewhere { completion(number, number == nil ? ClientError.offline : nil) }
  }

  static func result(
    _ outcome: Result<Int, ClientError>,
    completion: @escaping @Sendable (Result<Int, ClientError>) -> Void
  ) {
    elsewhere { completion(outcome) }
  }

  static func failure(_ error: ClientError?, completion: @escaping @Sendable ((any Error)?) -> Void)
  {
    elsewhere { completion(error) }
  }

  static func flag(_ flag: Bool, completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    elsewhere { completion(flag, nil) }
  }

  private static func elsewhere(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread(body)
  }
}

/// An object without isolation, such as a parser or a formatter. It is not `Sendable`.
nonisolated final class Transcript {
  private(set) var lines: [String] = []

  func write(_ line: String) {
    lines.append(line)
  }
}
