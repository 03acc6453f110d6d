// Every operator in every spelling, in the module's default isolation.

import AsyncPromises

func double(_ number: Int) -> Int { 2 * number }
func check(_ number: Int) throws -> Int { number }
@concurrent func doubleLater(_ number: Int) async -> Int { 2 * number }
@concurrent func checkLater(_ number: Int) async throws -> Int { number }
func promise(_ number: Int) -> Promise<Int> { .fulfilled(number) }

/// Every `map` and `then`. The result is the starting number.
func everyMapAndThen(_ start: Promise<Int>) -> Promise<Int> {
  let synchronous =
    start
    .map { $0 }
    .map { double($0) / 2 }
    .map { try check($0) }
    .map { number in number }
    .map { (number: Int) -> Int in number }
    .map { number in
      let twice = double(number)
      return twice / 2
    }
    .map { number in
      guard try check(number) > 0 else { throw ClientError.offline }
      return number
    }
  let asynchronous =
    synchronous
    .map(.async) { await doubleLater($0) / 2 }
    .map(.async) { try await checkLater($0) }
    .map(.async) { number in await doubleLater(number) - number }
    .map(.async) { number in
      async let twice = doubleLater(number)
      async let thrice = checkLater(3 * number)
      return try await thrice - twice
    }
  let chained =
    asynchronous
    .then { .fulfilled($0) }
    .then { promise($0) }
    .then { number in promise(number) }
    .then { number in
      let next = promise(number)
      return next
    }
    .then { number in
      if number > 0 { return promise(number) }
      throw ClientError.offline
    }
    .then { number in Promise { try await checkLater(number) } }
    .then { number in Promise { $0.fulfill(number) } }
    .then { number in Promise { resolver in resolver.fulfill(number) } }
  return
    chained
    .then(.async) { number in
      let next = await doubleLater(number)
      return promise(next / 2)
    }
    .then(.async) { number in .fulfilled(try await checkLater(number)) }
    .then(.async) { await doubleLater($0) > 0 ? .fulfilled($0) : .rejected(ClientError.offline) }
    .map { ($0, "\($0)") }
    .map { number, text in number + text.count }
    .map { ($0, "\($0 - 1)") }
    .map { $0 - $1.count }
}

/// Every `done`, `catch`, `finally`, `tap`, `validate` and `whenSettled`. The result lists the
/// events in order.
func everyOtherOperator(_ start: Promise<Int>) -> Promise<[String]> {
  let transcript = SharedTranscript()
  start.whenSettled { _ in }
  start.whenSettled { result in
    guard case .success(let number) = result else { return }
    _ = double(number)
  }
  start.done { _ in }.catch { print($0) }.finally {}
  return
    start
    .tap { transcript.write("tap \($0)") }
    .tap { outcome in
      if case .success(let number) = outcome { transcript.write("tap \(number)") }
    }
    .validate { $0 > 0 }
    .validate { number in
      let limit = double(100)
      return number < limit
    }
    .finally { transcript.write("finally") }
    .done { transcript.write("done \($0)") }
    .done { _ in
      transcript.write("throw")
      throw ClientError.notFound(1)
    }
    .catch { transcript.write("catch \($0)") }
    .catch(CancellationError.self) { _ in transcript.write("never") }
    .catch(ClientError.self) { error in
      switch error {
      case .offline: transcript.write("offline")
      case .notFound(let id): transcript.write("not found: \(id)")
      }
    }
    .recover { _ in transcript.write("recover") }
    .map { transcript.lines }
}

/// Every `recover`. Each promise is fulfilled with 1.
func everyRecover(_ failed: Promise<Int>) -> [Promise<Int>] {
  let rethrown =
    failed
    .recover { throw $0 }
    .recover { error in throw error }
    .recover { _ in throw ClientError.offline }
    .recover { error in
      if error is ClientError { throw ClientError.notFound(7) }
      throw error
    }
  return [
    rethrown.recover { _ in 1 },
    rethrown.recover { $0 is ClientError ? 1 : 2 },
    rethrown.recover { error in
      guard case ClientError.notFound = error else { throw error }
      return 1
    },
    rethrown.recover(.async) { _ in await doubleLater(1) / 2 },
    rethrown.recover(.async) { error in
      guard case ClientError.notFound = error else { throw error }
      return try await checkLater(1)
    },
    rethrown.recover(from: ClientError.self) { _ in 1 },
    rethrown.recover(from: ClientError.self, .promise) { _ in .fulfilled(1) },
    rethrown.mapError { _ in ClientError.offline }.recover(from: ClientError.self) { _ in 1 },
    rethrown.mapError { error in
      guard case ClientError.notFound = error else { throw error }
      return ClientError.offline
    }.recover { _ in 1 },
    rethrown.recover(.promise) { _ in .fulfilled(1) },
    rethrown.recover(.promise) { _ in promise(1) },
    rethrown.recover(.promise) { _ in Promise { try await checkLater(1) } },
    rethrown.recover(.promise) { error in
      guard case ClientError.notFound = error else { return .rejected(error) }
      return promise(1)
    },
    rethrown.ignoreErrors().recover { throw $0 }.recover { _ in 1 }
      .recover(.promise) { _ in promise(2) },
  ]
}

#if swift(>=6)
  /// Functions instead of closures. In Swift 5 mode, they would have to be marked `@Sendable`.
  func everyFunction(_ start: Promise<Int>) -> Promise<String> {
    start
      .map(double).map(check).then(promise)
      .map(.async, doubleLater).map(.async, checkLater)
      .map(String.init).then(Promise.fulfilled).map(\.count).map(\.description)
  }
#endif

/// How each creator infers the type of its value.
func everyMaker() -> [Promise<Int>] {
  let (pending, resolver) = Promise<Int>.pending()
  resolver.fulfill(1)
  return [
    pending,
    .fulfilled(1),
    Promise.fulfilled(1),
    Promise(.success(1)),
    Promise { 1 },
    Promise { await doubleLater(1) / 2 },
    Promise { try await checkLater(1) },
    Promise {
      let number = await doubleLater(1)
      return number / 2
    },
    Promise(name: "named") { 1 },
    Promise(priority: .high) { 1 },
    Promise { $0.fulfill(1) },
    Promise { resolver in resolver.fulfill(1) },
    Promise { resolver in
      resolver.onCancel {}
      resolver.follow(.fulfilled(1))
    },
    Promise.wrap { $0(1) },
    AsyncStream(unfolding: { 1 }).firstValue(),
  ]
}

func everyMakerOfNothing() -> [Promise<Void>] {
  [
    .fulfilled, Promise {}, Promise { _ = double(1) }, Promise { $0.fulfill() },
    Promise.fulfilled(1).done { _ in }, Promise.fulfilled(1).map { _ in },
    Promise.wrap { $0(nil) },
  ]
}
