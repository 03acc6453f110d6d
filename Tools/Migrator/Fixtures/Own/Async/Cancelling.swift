// Work that is cancelled, and handlers that see it or don't.

import AsyncPromises

@MainActor
final class Cancelling {
  let journal = Journal()
  let stopped = Promise<Void>.pending()
  let over = Promise<Void>.pending()
  private var reply: Resolver<Int>?

  /// Goes on until it is stopped.
  private func endless() async throws -> Int {
    try await Promise<Int> { resolver in
      resolver.onCancel { [stopped] in stopped.resolver.fulfill() }
      self.reply = resolver
      self.journal.write("begins")
    }.get()
  }

  /// Neither handler is for a cancellation of the whole.
  func handled() async throws -> Int {
    defer {
      self.journal.write("over")
      self.over.resolver.fulfill()
    }
    do {
      do {
        return try await endless()
      } catch {
        try Task.checkCancellation()
        self.journal.write("recovered")
        return 0
      }
    } catch {
      try Task.checkCancellation()
      self.journal.write("caught")
      throw error
    }
  }

  /// This one is cancelled from the inside.
  func given() async throws -> Int {
    do {
      do {
        return try await cancelled()
      } catch let error where !(error is CancellationError) {
        self.journal.write("not seen")
        throw error
      }
    } catch {
      try Task.checkCancellation()
      self.journal.write("\(error is CancellationError)")
      return 1
    }
  }

  private func cancelled() async throws -> Int { throw CancellationError() }
}
