// The closures of groups, maps and callbacks, for the matrix of contexts.

import AsyncPromises
import TestSupport

extension ContextCall {
  static let late = [
    ContextCall("Promise.init", "onLateValue") { isolation, source, witness in
      Promise(onLateValue: { _ in witness.runs(on: isolation) }) { @Sendable in
        try await source.shielded().map { _ in }.get()
      }
    }
  ]

  static let grouping = [
    ContextCall("Promise.all", "progress") { isolation, source, witness in
      Promise.all([source], progress: { _ in witness.runs(on: isolation) }).map { _ in }
    },
    ContextCall("Promise.allSettled", "progress") { isolation, source, witness in
      Promise.allSettled([source], progress: { _ in witness.runs(on: isolation) }).map { _ in }
    },
    ContextCall("PromiseProtocol.map", "progress") { isolation, source, witness in
      Promise.map([source], progress: { _ in witness.runs(on: isolation) }) { @Sendable in
        try await $0.get()
      }.map { _ in }
    },
    ContextCall("PromiseProtocol.map", "progress") { isolation, source, witness in
      Promise.map([source], progress: { _ in witness.runs(on: isolation) }) { @Sendable in $0 }
        .map { _ in }
    },
    ContextCall("PromiseProtocol.mapSettled", "progress") { isolation, source, witness in
      Promise.mapSettled([source], progress: { _ in witness.runs(on: isolation) }) { @Sendable in
        try await $0.get()
      }.map { _ in }
    },
    ContextCall("PromiseProtocol.mapSettled", "progress") { isolation, source, witness in
      Promise.mapSettled([source], progress: { _ in witness.runs(on: isolation) }) { @Sendable in
        $0
      }.map { _ in }
    },
  ]

  static let mapping: [ContextCall] = [
    ContextCall("PromiseProtocol.map", "transform") { isolation, source, witness in
      Promise.map([source]) {
        witness.runs(on: isolation)
        return try await $0.get()
      }.map { _ in }
    },
    ContextCall("PromiseProtocol.map", "transform") { isolation, source, witness in
      Promise.map([source]) {
        witness.runs(on: isolation)
        return $0
      }.map { _ in }
    },
    ContextCall("PromiseProtocol.mapSettled", "transform") { isolation, source, witness in
      Promise.mapSettled([source]) {
        witness.runs(on: isolation)
        return try await $0.get()
      }.map { _ in }
    },
    ContextCall("PromiseProtocol.mapSettled", "transform") { isolation, source, witness in
      Promise.mapSettled([source]) {
        witness.runs(on: isolation)
        return $0
      }.map { _ in }
    },
  ].map {
    var call = $0
    call.isWork = true
    return call
  }

  static let cancelling = [
    ContextCall("Resolver.onCancel", "handler") { isolation, source, witness in
      let (promise, resolver) = Promise<Void>.pending()
      resolver.onCancel { witness.runs(on: isolation) }
      source.whenSettled { resolver.resolve(with: $0.map { _ in }) }
      return promise
    },
    ContextCall("Promise.wrap", "cancel") { isolation, source, witness in
      Promise<Int>.wrap(cancel: { _ in witness.runs(on: isolation) }) { done in
        source.whenSettled { done((try? $0.get()) ?? 0) }
      }.map { _ in }
    },
    ContextCall("Promise.wrap", "cancel") { isolation, source, witness in
      Promise<Int>.wrap(cancel: { _ in witness.runs(on: isolation) }) {
        (done: @escaping @Sendable (Int?, (any Error)?) -> Void) in
        source.whenSettled(completion: done)
      }.map { _ in }
    },
    ContextCall("Promise.wrap", "cancel") { isolation, source, witness in
      Promise<Int>.wrap(cancel: { _ in witness.runs(on: isolation) }) {
        (done: @escaping @Sendable (Result<Int, any Error>) -> Void) in
        source.whenSettled(done)
      }.map { _ in }
    },
    ContextCall("Promise.wrap", "cancel") { isolation, source, witness in
      Promise<(Int, Int)>.wrap(cancel: { _ in witness.runs(on: isolation) }) {
        (done: @escaping @Sendable (Int?, Int?, (any Error)?) -> Void) in
        source.whenSettled { value, error in done(value, value, error) }
      }.map { _ in }
    },
    ContextCall("Promise.wrap", "cancel") { isolation, source, witness in
      Promise<Void>.wrap(cancel: { _ in witness.runs(on: isolation) }) {
        (done: @escaping @Sendable ((any Error)?) -> Void) in
        source.whenSettled { _, error in done(error) }
      }
    },
  ]
}
