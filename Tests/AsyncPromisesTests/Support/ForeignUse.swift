// Every call that holds objects of the user, to be ended in every way.

#if DEBUG
  import AsyncPromises
  import TestSupport

  extension ForeignUse {
    static var all: [ForeignUse] {
      chaining + asynchronous + isolated + recovering + owned + grouping + mapping + working
        + timing + bridging + wrapping
    }

    private static let chaining: [ForeignUse] = [
      ForeignUse("the promise itself") { source, _ in source },
      ForeignUse("map") { source, code in
        let capture = code.object("capture")
        return source.map { capture.pass($0) }
      },
      ForeignUse("map to a new value") { source, code in
        let capture = code.object("capture")
        return source.map { _ in capture.pass(code.object()) }
      },
      ForeignUse("map that throws") { source, code in
        let capture = code.object("capture")
        return source.map { _ in
          capture.call()
          throw code.error()
        }
      },
      ForeignUse("then, settled") { source, code in
        let capture = code.object("capture")
        return source.then { .fulfilled(capture.pass($0)) }
      },
      ForeignUse("then, pending") { source, code in
        let capture = code.object("capture")
        return source.then { value in
          capture.call()
          let next = code.object("capture")
          return Promise.fulfilled(value).map(.async) { next.pass($0) }
        }
      },
      ForeignUse("done") { source, code in
        let capture = code.object("capture")
        return source.done { _ in capture.call() }.map { code.object() }
      },
      ForeignUse("validate") { source, code in
        let capture = code.object("capture")
        return source.validate { _ in
          capture.call()
          return true
        }
      },
      ForeignUse("tap") { source, code in
        let capture = code.object("capture")
        return source.tap { _ in capture.call() }
      },
      ForeignUse("finally") { source, code in
        let capture = code.object("capture")
        return source.finally { capture.call() }
      },
      ForeignUse("whenSettled") { source, code in
        let capture = code.object("capture")
        source.whenSettled { _ in capture.call() }
        return source
      },
      ForeignUse("shielded") { source, code in
        let capture = code.object("capture")
        let shielded = source.map { capture.pass($0) }.shielded()
        shielded.map { capture.pass($0) }.cancel()
        return shielded
      },
      ForeignUse("carrying") { source, code in
        let capture = code.object("capture")
        return ForeignLocal.$object.withValue(code.object("local")) {
          source.map(ForeignLocal.$object.carrying { capture.pass($0) })
            .catch(ForeignLocal.$object.carrying { _ in capture.call() })
        }
      },
      ForeignUse("carrying, asynchronous") { source, code in
        let capture = code.object("capture")
        return ForeignLocal.$object.withValue(code.object("local")) {
          source.map(
            .async,
            ForeignLocal.$object.carrying(.async) { value async in
              capture.pass(value)
            })
        }
      },
      ForeignUse("a long chain") { source, code in
        (0..<20).reduce(source) { promise, _ in
          let capture = code.object("capture")
          return promise.map { _ in capture.pass(code.object()) }
        }
      },
    ]

    private static let asynchronous: [ForeignUse] = [
      ForeignUse("map, asynchronous") { source, code in
        let capture = code.object("capture")
        return source.map(.async) { value async in capture.pass(value) }
      },
      ForeignUse("then, asynchronous") { source, code in
        let capture = code.object("capture")
        return source.then(.async) { value async in .fulfilled(capture.pass(value)) }
      },
      ForeignUse("recover, asynchronous") { source, code in
        let capture = code.object("capture")
        return source.recover(.async) { _ async in capture.pass(code.object()) }
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

  private enum ForeignLocal {
    @TaskLocal static var object: Foreign?
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
