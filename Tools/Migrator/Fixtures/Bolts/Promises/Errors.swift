// Errors, by their types, and cancellations among them.

import AsyncPromises

enum ErrorKind: Error, Equatable {
  case missing, broken
}

@MainActor
final class ErrorDesk {
  private(set) var log: [String] = []

  private func fail(_ kind: ErrorKind?) -> Promise<String> {
    guard let kind else { return Promise.rejected(CancellationError()) }
    return Promise.rejected(kind)
  }

  /// Only what is missing is replaced.
  func replaceMissing(_ kind: ErrorKind?) -> Promise<String> {
    fail(kind).recover(from: ErrorKind.self) { (error: ErrorKind) in
      self.log.append("asked")
      guard error == .missing else { throw error }
      return "placeholder"
    }
  }

  /// A typed one does not see the errors that are thrown before it.
  func chain(_ kind: ErrorKind?) -> Promise<String> {
    fail(kind).recover(from: ErrorKind.self, .promise) { (error: ErrorKind) -> Promise<String> in
      self.log.append("first \(error)")
      throw ErrorDeskClosed()
    }.recover(from: ErrorKind.self, .promise) { (error: ErrorKind) in
      self.log.append("second \(error)")
      return Promise.fulfilled("never")
    }.recover(.promise) {
      if $0 is CancellationError { throw $0 }
      self.log.append("last \($0)")
      return Promise.fulfilled("all")
    }
  }

  /// Without its name, and with a name that is taken.
  func shadowed(_ kind: ErrorKind?) -> Promise<String> {
    let error = "text"
    return fail(kind)
      .recover { failure in if failure is CancellationError { throw failure }; return error }
      .map { $0 + "!" }
  }

  /// A choice as the only statement.
  func choice(_ kind: ErrorKind?) -> Promise<String> {
    fail(kind).recover { reason in
      if reason is CancellationError { throw reason }
      switch reason {
      case ErrorKind.missing: return "missing"
      case let kind as ErrorKind: return "\(kind)"
      default: throw reason
      }
    }
  }

  /// Whoever declines cancels the whole.
  func ask(_ isSure: Bool) -> Promise<String> {
    Promise.fulfilled(isSure).map { isSure in
      if !isSure { throw CancellationError() }
      return "sure"
    }
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
