// Errors, by their types, and cancellations among them.

import AsyncPromises

enum ErrorKind: Error, Equatable {
  case missing, broken
}

@MainActor
final class ErrorDesk {
  private(set) var log: [String] = []

  private func fail(_ kind: ErrorKind?) async throws -> String {
    guard let kind else { throw CancellationError() }
    throw kind
  }

  /// Only what is missing is replaced.
  func replaceMissing(_ kind: ErrorKind?) async throws -> String {
    do {
      return try await fail(kind)
    } catch let error as ErrorKind {
      self.log.append("asked")
      guard error == .missing else { throw error }
      return "placeholder"
    }
  }

  /// A typed one does not see the errors that are thrown before it.
  func chain(_ kind: ErrorKind?) async throws -> String {
    do {
      do {
        do {
          return try await fail(kind)
        } catch let error as ErrorKind {
          self.log.append("first \(error)")
          throw ErrorDeskClosed()
        }
      } catch let error as ErrorKind {
        self.log.append("second \(error)")
        return "never"
      }
    } catch {
      try Task.checkCancellation()
      if error is CancellationError { throw error }
      self.log.append("last \(error)")
      return "all"
    }
  }

  /// Without its name, and with a name that is taken.
  func shadowed(_ kind: ErrorKind?) async throws -> String {
    let error = "text"
    let value: String
    do {
      value = try await fail(kind)
    } catch let failure {
      try Task.checkCancellation()
      if failure is CancellationError { throw failure }
      value = error
    }
    return value + "!"
  }

  /// A choice as the only statement.
  func choice(_ kind: ErrorKind?) async throws -> String {
    do {
      return try await fail(kind)
    } catch let reason {
      try Task.checkCancellation()
      if reason is CancellationError { throw reason }
      switch reason {
      case ErrorKind.missing: return "missing"
      case let kind as ErrorKind: return "\(kind)"
      default: throw reason
      }
    }
  }

  /// Whoever declines cancels the whole.
  func ask(_ isSure: Bool) async throws -> String {
    let isSure = isSure
    if !isSure { throw CancellationError() }
    return "sure"
  }

  func kind(of error: any Error) -> String {
    switch error {
    case is CancellationError: "cancelled"
    default: "\(error)"
    }
  }

  func kindOfThrown(_ isCancelled: Bool) -> String {
    do {
      if isCancelled { throw CancellationError() }
      throw ErrorKind.broken
    } catch is CancellationError {
      return "cancelled"
    } catch {
      return kind(of: error)
    }
  }
}

struct ErrorDeskClosed: Error {}
