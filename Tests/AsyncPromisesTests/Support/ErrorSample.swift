// Errors of every kind in Swift, to reject promises with.

import AsyncPromises
import Foundation

/// A reason for a rejection: an error type of each kind, and the library's own errors, which must
/// not be treated specially.
enum ErrorSample: CaseIterable, Sendable {
  case enumeration
  case enumerationWithPayload
  case structure
  case emptyStructure
  case object
  case nested
  case generic
  case cancellation
  case timedOut
  case abandoned
  case broken
  case cycle
  case standardLibrary
  case foundation

  var error: any Error {
    switch self {
    case .enumeration: TestError.second
    case .enumerationWithPayload: PayloadError.refused(code: 7)
    case .structure: StructureError(code: 7, text: "seven")
    case .emptyStructure: EmptyError()
    case .object: ObjectError.shared
    case .nested: NestedError(cause: ObjectError.shared)
    case .generic: GenericError(detail: 7)
    case .cancellation: CancellationError()
    case .timedOut:
      PromiseError.timedOut(after: .seconds(7), work: "nowhere")
    case .abandoned: PromiseError.abandoned(createdAt: "nowhere")
    case .broken: PromiseError.broken(createdAt: "nowhere")
    case .cycle: PromiseError.cycle
    case .standardLibrary:
      DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "7"))
    case .foundation: NSError(domain: "AsyncPromisesTests", code: 7, userInfo: ["seven": "VII"])
    }
  }

  /// Whether `other` is this very error: the same type, not wrapped, with the same content.
  func isSame(as other: (any Error)?) -> Bool {
    switch (self, other) {
    case (.enumeration, TestError.second?): true
    case (.enumerationWithPayload, PayloadError.refused(code: 7)?): true
    case (.structure, let other as StructureError): other == StructureError(code: 7, text: "seven")
    case (.emptyStructure, is EmptyError): true
    case (.object, let other as ObjectError): other === ObjectError.shared
    case (.nested, let other as NestedError): other.cause as? ObjectError === ObjectError.shared
    case (.generic, let other as GenericError<Int>): other.detail == 7
    case (.cancellation, is CancellationError): true
    case (.timedOut, PromiseError.timedOut(after: .seconds(7), _, _)?): true
    case (.abandoned, PromiseError.abandoned(createdAt: "nowhere")?): true
    case (.broken, PromiseError.broken(createdAt: "nowhere")?): true
    case (.cycle, PromiseError.cycle?): true
    case (.standardLibrary, DecodingError.dataCorrupted(let context)?):
      context.debugDescription == "7"
    case (.foundation, let other as NSError):
      other.domain == "AsyncPromisesTests" && other.code == 7
        && other.userInfo["seven"] as? String == "VII"
    default: false
    }
  }

  /// Whether `outcome` is a rejection with this very error.
  func isSame<Value>(as outcome: Result<Value, any Error>?) -> Bool {
    guard case .failure(let error) = outcome else { return false }
    return isSame(as: error)
  }
}

private enum PayloadError: Error {
  case refused(code: Int)
}

private struct StructureError: Error, Equatable {
  let code: Int
  let text: String
}

private struct EmptyError: Error {}

private final class ObjectError: Error {
  static let shared = ObjectError()
}

private struct NestedError: Error {
  let cause: any Error
}

private struct GenericError<Detail: Sendable>: Error {
  let detail: Detail
}
