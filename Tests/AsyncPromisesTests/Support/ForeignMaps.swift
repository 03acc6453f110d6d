// Concurrent maps over the items of a user's sequence.

#if DEBUG
  import AsyncPromises
  import TestSupport

  extension ForeignUse {
    static let mapping: [ForeignUse] = [
      ForeignUse("map of items") { source, code in
        let capture = code.object("capture")
        let items = [code.object("item"), code.object("item"), code.object("item")]
        return Promise.map(ForeignItems(items, code), concurrency: 2) { item in
          capture.call()
          return try await source.value
        }.map { $0[2] }
      },
      ForeignUse("map of items to promises") { source, code in
        let capture = code.object("capture")
        let items = [code.object("item"), code.object("item"), code.object("item")]
        return Promise.map(ForeignItems(items, code), concurrency: 1) { item in
          capture.call()
          return source.map { value in item.pass(value) }
        }.map { $0[2] }
      },
      ForeignUse("map of items with progress") { source, code in
        let capture = code.object("capture")
        return Promise.map(
          [code.object("item"), code.object("item")], progress: { _ in capture.call() },
          { _ in try await source.value }
        ).map { $0[0] }
      },
      ForeignUse("map of items that fails") { source, code in
        let items = [code.object("item"), code.object("item"), code.object("item")]
        return Promise.map(items, concurrency: 2) { _ async throws -> Foreign in
          _ = try await source.value
          throw code.error()
        }.map { $0[0] }
      },
      ForeignUse("mapSettled") { source, code in
        Promise.mapSettled([code.object("item"), code.object("item")]) { _ in
          try await source.value
        }.map { try $0[0].get() }
      },
      ForeignUse("mapSettled to promises") { source, code in
        let items = ForeignItems([code.object("item"), code.object("item")], code)
        return Promise.mapSettled(items, concurrency: 1) { item in
          source.map { value in item.pass(value) }
        }.map { try $0[1].get() }
      },
    ]
  }

  /// Items from a user's iterator.
  private struct ForeignItems: Sequence, Sendable {
    let items: [Foreign]
    let code: ForeignCode
    let capture: Foreign

    init(_ items: [Foreign], _ code: ForeignCode) {
      (self.items, self.code) = (items, code)
      capture = code.object("sequence")
    }

    func makeIterator() -> AnyIterator<Foreign> {
      var rest = items.makeIterator()
      return AnyIterator {
        capture.call()
        return rest.next()
      }
    }
  }
#endif
