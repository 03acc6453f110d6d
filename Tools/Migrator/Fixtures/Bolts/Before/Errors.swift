// Errors, by their types, and cancellations among them.

import BoltsCompat

enum ErrorKind: Error, Equatable {
  case missing, broken
}

@MainActor
final class ErrorDesk {
  private(set) var log: [String] = []

  private func fail(_ kind: ErrorKind?) -> Task<String> {
    guard let kind else { return Task(error: CancelledError()) }
    return Task(error: kind)
  }

  /// Only what is missing is replaced.
  func replaceMissing(_ kind: ErrorKind?) -> Task<String> {
    fail(kind).continueOnErrorWith(.mainThread) { (error: ErrorKind) in
      self.log.append("asked")
      guard error == .missing else { throw error }
      return "placeholder"
    }
  }

  /// A typed one does not see the errors that are thrown before it.
  func chain(_ kind: ErrorKind?) -> Task<String> {
    fail(kind).continueOnErrorWithTask(.mainThread) { (error: ErrorKind) -> Task<String> in
      self.log.append("first \(error)")
      throw ErrorDeskClosed()
    }.continueOnErrorWithTask(.mainThread) { (error: ErrorKind) in
      self.log.append("second \(error)")
      return Task("never")
    }.continueOnErrorWithTask(.mainThread) {
      self.log.append("last \($0)")
      return Task("all")
    }
  }

  /// Without its name, and with a name that is taken.
  func shadowed(_ kind: ErrorKind?) -> Task<String> {
    let error = "text"
    return fail(kind)
      .continueOnErrorWith(.mainThread) { _ in error }
      .continueOnSuccessWith { $0 + "!" }
  }

  /// A choice as the only statement.
  func choice(_ kind: ErrorKind?) -> Task<String> {
    fail(kind).continueOnErrorWith(.mainThread) { reason in
      switch reason {
      case ErrorKind.missing: return "missing"
      case let kind as ErrorKind: return "\(kind)"
      default: throw reason
      }
    }
  }

  /// Whoever declines cancels the whole.
  func ask(_ isSure: Bool) -> Task<String> {
    Task(isSure).continueOnSuccessWith { isSure in
      if !isSure { throw CancelledError() }
      return "sure"
    }
  }

  func kind(of error: any Error) -> String {
    switch error {
    case is CancelledError: "cancelled"
    default: "\(error)"
    }
  }

  func kindOfThrown(_ isCancelled: Bool) -> String {
    do {
      if isCancelled { throw CancelledError() }
      throw ErrorKind.broken
    } catch is CancelledError {
      return "cancelled"
    } catch {
      return kind(of: error)
    }
  }
}

struct ErrorDeskClosed: Error {}
