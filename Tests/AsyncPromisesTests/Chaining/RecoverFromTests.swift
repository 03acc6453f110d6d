// RecoverFrom.swift: replaces errors of one type.

import AsyncPromises
import TestSupport
import Testing

@Suite("recover from", .timeLimit(.minutes(10)))
struct RecoverFromTests {
  /// The overloads, for any type of error.
  enum Form: CaseIterable, Sendable {
    case value
    case promise

    func register<E: Error>(
      with promise: Promise<Int>, from type: E.Type, _ body: @escaping @Sendable (E) throws -> Int
    ) -> Promise<Int> {
      switch self {
      case .value:
        promise.recover(from: type) { try body($0) }
      case .promise:
        promise.recover(from: type, .promise) { .fulfilled(try body($0)) }
      }
    }
  }

  // `RecoverTests` tests errors of the given type, with all forms of `recover`.

  @Test("B8: the closure knows the type of the error", arguments: Form.allCases)
  func typed(form: Form) async throws {
    let derived = form.register(with: .rejected(TestError.second), from: TestError.self) { error in
      switch error {
      case .first: 1
      case .second: 2
      case .third: 3
      }
    }
    #expect(try await derived.value == 2)
  }

  @Test(
    "B8 B7: an error of another type skips the closure unchanged",
    arguments: Form.allCases, ErrorSample.allCases)
  func otherType(form: Form, reason: ErrorSample) async {
    struct Other: Error {}
    let ran = Journal<Bool>()
    let derived = form.register(with: .rejected(reason.error), from: Other.self) { _ in
      ran.write(true)
      return 0
    }
    #expect(reason.isSame(as: await derived.result))
    #expect(ran.entries.isEmpty)
  }

  @Test(
    "B8: every error matches `any Error`", arguments: Form.allCases, ErrorSample.allCases)
  func anyError(form: Form, reason: ErrorSample) async throws {
    let seen = Journal<any Error>()
    let derived = form.register(with: .rejected(reason.error), from: (any Error).self) {
      seen.write($0)
      return 5
    }
    #expect(try await derived.value == 5)
    #expect(reason.isSame(as: seen.entries.first))
    #expect(seen.count == 1)
  }

  @Test(
    "B8: an error of a derived class matches its base class", arguments: Form.allCases)
  func classes(form: Form) async throws {
    let taken = form.register(with: .rejected(DerivedError()), from: BaseError.self) { $0.number }
    #expect(try await taken.value == 2)
    let passed = form.register(with: .rejected(BaseError()), from: DerivedError.self) { $0.number }
    #expect(await passed.result.error is BaseError)
  }

  @Test("B8: a cancellation is an error like any other", arguments: Form.allCases, [true, false])
  func cancellation(form: Form, isCancelled: Bool) async {
    let (source, resolver) = Promise<Int>.pending()
    let derived = form.register(with: source, from: CancellationError.self) { _ in 5 }
    if isCancelled { source.cancel() } else { resolver.reject(TestError.first) }
    #expect(await derived.settledOutcome == (isCancelled ? .fulfilled(5) : .rejected(.first)))
  }

  @Test("B8 A4: an error of the library is an error like any other", arguments: Form.allCases)
  func ofLibrary(form: Form) async throws {
    let broken = form.register(with: Promise<Int>.pending().promise, from: PromiseError.self) {
      guard case .broken = $0 else { return 0 }
      return 5
    }
    #expect(try await broken.value == 5)
  }

  @Test("B8: the first closure that handles the error keeps it from the next")
  func several() async throws {
    let ran = Journal<String>()
    let source = Promise<Int>.rejected(TestError.first)
    let recovered =
      source
      .recover(from: CancellationError.self) { _ in 1 }
      .recover(from: TestError.self) { error in
        ran.write("first")
        return 2
      }
      .recover(from: TestError.self, .promise) { _ in
        ran.write("second")
        return .fulfilled(3)
      }
    #expect(try await recovered.value == 2)
    let thrown =
      source
      .recover(from: TestError.self) { _ in throw CancellationError() }
      .recover(from: TestError.self) { _ in
        ran.write("third")
        return 4
      }
      .recover(from: CancellationError.self) { _ in 5 }
    #expect(try await thrown.value == 5)
    #expect(ran.entries == ["first"])
  }

  @Test("B8: recovers a promise without a value")
  func empty() async throws {
    let source = Promise<Void>.rejected(TestError.first)
    try await source.recover(from: TestError.self) { _ in }.get()
    try await source.recover(from: TestError.self, .promise) { _ in .fulfilled }.get()
  }

  @Test(
    "B3: closures of all overloads start in the order of registration", .needsImmediateTasks,
    .enabled(if: tasksStartInPlace))
  func order() async throws {
    let (source, resolver) = Promise<Int>.pending()
    let order = Journal<Int>()
    let derived = (Form.allCases + Form.allCases.reversed()).enumerated().map { number, form in
      form.register(with: source, from: TestError.self) { _ in
        order.write(number)
        return number
      }
    }
    let last = source.recover { _ in 0 }
    resolver.reject(TestError.first)
    for (number, promise) in derived.enumerated() { #expect(try await promise.value == number) }
    #expect(try await last.value == 0)
    #expect(order.entries == Array(derived.indices))
  }

  @Test(
    "B6: a closure that is skipped by an error of another type is released",
    arguments: Form.allCases)
  func released(form: Form) async throws {
    try await expectRelease(after: .failure(TestError.first), runs: 0) { source, body in
      form.register(with: source, from: CancellationError.self) { _ in
        body()
        return 0
      }
    }
  }
}

private class BaseError: Error, @unchecked Sendable {
  var number: Int { 1 }
}

private final class DerivedError: BaseError, @unchecked Sendable {
  override var number: Int { 2 }
}

extension Result {
  /// The error of a failure.
  fileprivate var error: Failure? {
    guard case .failure(let error) = self else { return nil }
    return error
  }
}
