// B5: no user code runs while the thread holds a list, a mailbox or a timer, regardless of which
// Foundation call stores the code.

#if DEBUG
  import Foundation
  import PMKFoundationCompat
  import PromiseKitCompat
  import TestSupport
  import Testing

  @Suite("Foreign code", .timeLimit(.minutes(10)))
  struct ForeignCodeTests {
    @Test("B5 B6: user code never runs at the wrong time", arguments: ForeignUse.all)
    func everywhere(use: ForeignUse) async throws {
      #expect(try await use.intrusions() == [])
    }
  }

  extension ForeignUse {
    private static func foundation(
      _ description: String,
      _ make: @escaping @Sendable (Promise<Foreign>, ForeignCode, Foreign) -> Promise<Foreign>
    ) -> ForeignUse {
      ForeignUse(description) { source, code in
        make(Promise(source), code, code.object("capture")).asyncPromise
      }
    }

    private static let name = Notification.Name("foreign")

    static let all =
      [
        foundation("a notification") { p, code, kept in
          let center = NotificationCenter()
          let notification = center.observe(once: name)
          p.tap(on: nil) { _ in kept.call() }.pipe { _ in
            center.post(name: name, object: nil, userInfo: ["value": code.object()])
          }
          return Promise(notification).compactMap(on: nil) { $0.userInfo?["value"] as? Foreign }
        }
      ] + programs

    #if os(macOS) || os(Linux)
      private static let programs = [
        foundation("a program") { p, code, kept in
          p.then(on: nil) { value in
            launch("/bin/echo", code: code).map(on: nil) { _ in kept.pass(value) }
          }
        },
        foundation("a program that fails") { p, code, kept in
          p.then(on: nil) { _ in launch("/bin/cat", "/missing", code: code) }.map(on: nil) { _ in
            kept
          }
          .recover(on: nil) { _ in Promise.value(kept.pass(code.object())) }
        },
      ]

      /// Starts a program with the user's termination handler.
      private static func launch(
        _ path: String, _ arguments: String..., code: ForeignCode
      ) -> Promise<(out: Pipe, err: Pipe)> {
        let (process, capture) = (Process(), code.object("handler"))
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.terminationHandler = { _ in capture.call() }
        return process.launch(.promise)
      }
    #else
      private static let programs: [ForeignUse] = []
    #endif
  }
#endif
