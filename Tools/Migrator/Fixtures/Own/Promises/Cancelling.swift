// Work that is cancelled, and handlers that see it or don't.

import AsyncPromises

@MainActor
final class Cancelling {
  let journal = Journal()
  let stopped = Promise<Void>.pending()
  let over = Promise<Void>.pending()
  private var reply: Resolver<Int>?

  /// Goes on until it is stopped.
  private func endless() -> Promise<Int> {
    Promise<Int> { resolver in
      resolver.onCancel { [stopped] in stopped.resolver.fulfill() }
      self.reply = resolver
      self.journal.write("begins")
    }
  }

  /// Neither handler is for a cancellation of the whole.
  func handled() -> Promise<Int> {
    endless().recover { _ in
      self.journal.write("recovered")
      return 0
    }.catch { _ in self.journal.write("caught") }.finally {
      self.journal.write("over")
      self.over.resolver.fulfill()
    }
  }

  /// This one is cancelled from the inside.
  func given() -> Promise<Int> {
    cancelled().catch(except: CancellationError.self) { _ in
      self.journal.write("not seen")
    }.recover { error in
      self.journal.write("\(error is CancellationError)")
      return 1
    }
  }

  private func cancelled() -> Promise<Int> { .rejected(CancellationError()) }
}
