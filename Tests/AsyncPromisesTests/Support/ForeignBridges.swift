// Calls that bridge promises and other code.

#if DEBUG
  import AsyncPromises
  import TestSupport

  extension ForeignUse {
    static let bridging: [ForeignUse] = [
      ForeignUse("an operation") { source, code in
        let capture = code.object("capture")
        return Promise { capture.pass(try await source.value) }
      },
      ForeignUse("an operation that returns a promise") { source, code in
        let capture = code.object("capture")
        return Promise { source.map { capture.pass($0) } }
      },
      ForeignUse("an operation that starts at once") { source, code in
        let capture = code.object("capture")
        return Promise.immediate { capture.pass(try await source.value) }
      },
      ForeignUse("an operation that starts at once and returns a promise") { source, code in
        let capture = code.object("capture")
        return Promise.immediate { source.map { capture.pass($0) } }
      },
      ForeignUse("the first value") { source, code in
        ForeignValues(source: source, capture: code.object("sequence")).firstValue()
      },
      ForeignUse("the first value that matches") { source, code in
        let capture = code.object("capture")
        return ForeignValues(source: source, capture: code.object("sequence")).firstValue { _ in
          capture.call()
          return true
        }
      },
      ForeignUse("a task") { source, code in
        let capture = code.object("capture")
        return Promise(Task { capture.pass(try await source.value) })
      },
      ForeignUse("no first value") { source, code in
        ForeignValues(source: source, capture: code.object("sequence"), isEmpty: true).firstValue()
      },
      ForeignUse("a callback") { source, code in
        let capture = code.object("capture")
        return Promise { resolver in
          resolver.onCancel { capture.call() }
          resolver.onCancel { @MainActor in capture.call() }
          source.whenSettled { resolver.resolve(with: $0) }
        }
      },
      ForeignUse("a callback that is called twice") { source, code in
        Promise { resolver in
          source.whenSettled {
            resolver.resolve(with: $0)
            resolver.fulfill(code.object())
            resolver.reject(code.error())
          }
        }
      },
      ForeignUse("follow") { source, code in
        let (outer, resolver) = Promise<Foreign>.pending()
        let capture = code.object("capture")
        resolver.onCancel { capture.call() }
        let tail = outer.map { capture.pass($0) }
        resolver.follow(source)
        return tail
      },
      ForeignUse("a bag") { source, code in
        let bag = PromiseBag()
        let capture = code.object("capture")
        source.map { _ in capture.call() }.store(in: bag)
        return source.finally { withExtendedLifetime(bag) {} }
      },
    ]
  }

  /// A user's sequence of one value or none.
  private struct ForeignValues: AsyncSequence, Sendable {
    let source: Promise<Foreign>
    let capture: Foreign
    var isEmpty = false

    struct AsyncIterator: AsyncIteratorProtocol {
      let values: ForeignValues

      func next() async throws -> Foreign? {
        let value = values.capture.pass(try await values.source.value)
        return values.isEmpty ? nil : value
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(values: self) }
  }
#endif
