// Errors.swift: the errors of the facade, and which errors are cancellations.

import Foundation
import PromiseKitCompat
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Errors", .timeLimit(.minutes(10)))
struct ErrorsTests {
  private struct OwnError: CancellableError { let isCancelled: Bool }

  @Test("which errors are cancellations")
  func cancellations() {
    let cancellations: [any Error] = [
      PMKError.cancelled, CancellationError(), OwnError(isCancelled: true),
      URLError(.cancelled), CocoaError(.userCancelled),
    ]
    for error in cancellations { #expect(error.isCancelled, "\(error)") }
    let others: [any Error] = [
      PMKError.badInput, TestError.first, OwnError(isCancelled: false), URLError(.timedOut),
      CocoaError(.fileNoSuchFile), NSError(domain: "PromiseKitCompatTests", code: -999),
    ]
    for error in others { #expect(!error.isCancelled, "\(error)") }
  }

  @Test("every error has a distinct description that says what went wrong")
  func descriptions() throws {
    let errors: [PMKError] = [
      .invalidCallingConvention, .returnedSelf, .badInput, .cancelled,
      .flatMap("seven", Int.self), .compactMap("eight", Int.self), .emptySequence, .noWinner,
    ]
    for error in errors {
      #expect(!error.debugDescription.isEmpty)
      #expect(error.errorDescription?.isEmpty == false)
      #expect(error.localizedDescription == error.errorDescription)
    }
    #expect(Set(errors.map(\.debugDescription)).count == errors.count)
    let facts =
      [["neither"], ["returned"], ["input"], ["cancelled"]]
      + [["flatMap", "seven", "Int", "String"], ["compactMap", "eight", "Int", "String"]]
      + [["first", "last"], ["race(fulfilled:)", "rejected"]]
    for (error, facts) in zip(errors, facts) {
      let text = try #require(error.errorDescription)
      for fact in facts { #expect(text.contains(fact)) }
    }
  }
}
