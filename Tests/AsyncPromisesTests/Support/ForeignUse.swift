// Every call that holds the user's objects, to be tested with every way in which it can end.

#if DEBUG
  import AsyncPromises
  import TestSupport

  extension ForeignUse {
    static var all: [ForeignUse] {
      ChainOperator.allCases.flatMap(\.foreignUses) + chaining + isolated + grouping + mapping
        + working
        + timing + bridging + wrapping
    }

    private static let chaining: [ForeignUse] = [
      ForeignUse("the promise itself") { source, _ in source },
      ForeignUse("shielded") { source, code in
        let capture = code.object("capture")
        let shielded = source.map { capture.pass($0) }.shielded()
        shielded.map { capture.pass($0) }.cancel()
        return shielded
      },
      ForeignUse("a long chain") { source, code in
        (0..<20).reduce(source) { promise, _ in
          let capture = code.object("capture")
          return promise.map { _ in capture.pass(code.object()) }
        }
      },
    ]

    private static let isolated: [ForeignUse] = [
      ForeignUse("map on the main actor") { source, code in
        let capture = code.object("capture")
        return source.map { @MainActor value in capture.pass(value) }
      },
      ForeignUse("catch on the main actor") { source, code in
        let capture = code.object("capture")
        return source.catch { @MainActor _ in capture.call() }
      },
      ForeignUse("map on an actor that nothing else retains") { source, code in
        ForeignActor(code).map(source, code)
      },
    ]
  }

  private actor ForeignActor {
    private let object: Foreign

    init(_ code: ForeignCode) { object = code.object("actor") }

    nonisolated func map(_ source: Promise<Foreign>, _ code: ForeignCode) -> Promise<Foreign> {
      Promise { await self.mapped(source, code.object("capture")) }
    }

    private func mapped(_ source: Promise<Foreign>, _ capture: Foreign) -> Promise<Foreign> {
      source.map {
        self.object.call()
        return capture.pass($0)
      }
    }
  }
#endif
