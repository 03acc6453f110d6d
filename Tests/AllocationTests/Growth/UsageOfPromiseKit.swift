// Promises of the PromiseKit facade.

import Dispatch
import PromiseKitCompat

extension Usage {
  static let kit: [Usage] = [
    Usage("PromiseKit, a chain") { _ in
      let (promise, resolver) = Promise<Int>.pending()
      let (ended, end) = Guarantee<Void>.pending()
      firstly { promise }.map(on: nil) { $0 + 1 }.then(on: nil) { Promise.value($0) }
        .get(on: nil) { _ in }.done(on: nil) { _ in }
        .ensure(on: nil) { end(()) }.catch(on: nil) { _ in }
      resolver.fulfill(1)
      await ended.async()
    },
    Usage("PromiseKit, a chain on a queue") { _ in
      let (ended, end) = Guarantee<Void>.pending()
      let queue = DispatchQueue.global()
      firstly { Promise.value(1) }.map(on: queue) { $0 + 1 }
        .done(on: queue) { _ in throw usageError }
        .ensure(on: queue) { end(()) }.catch(on: queue) { _ in }
      await ended.async()
    },
    Usage("PromiseKit, recover") { _ in
      let failed = Promise<Int>(error: usageError)
      _ = try await failed.recover(on: nil) { _ in Promise.value(1) }.async()
    },
    Usage("PromiseKit, when") { _ in
      let later = after(moment).map(on: nil) { 2 }
      _ = try await when(fulfilled: Promise.value(1), later).async()
      let failed = Promise<Int>(error: usageError)
      _ = await when(resolved: Promise.value(1), failed).async()
    },
    Usage("PromiseKit, race against a promise that lasts") { _ in
      _ = try await race(lasting.promise, Promise(after(moment).map(on: nil) { 1 })).async()
    },
    Usage("PromiseKit, after") { _ in await after(moment).async() },
  ]

  private static let lasting = Promise<Int>.pending()
  private static let moment = DispatchTimeInterval.microseconds(200)
}
