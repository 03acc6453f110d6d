// Every BoltsCompat call that stores user code or values, tested with every ending.

#if DEBUG
  import BoltsCompat
  import Dispatch
  import Foundation
  import TestSupport

  extension ForeignUse {
    private typealias Make =
      @Sendable (Task<Foreign>, Executor, ForeignCode, Foreign) -> Task<Foreign>

    /// Uses the call with each executor in turn.
    private static func bolts(
      _ description: String, on executors: [Executor] = [.immediate, .queue(.global())],
      _ make: @escaping Make
    ) -> [ForeignUse] {
      executors.map { executor in
        ForeignUse("\(description), \(executor)") { source, code in
          make(Task(source), executor, code, code.object("capture")).asyncPromise
        }
      }
    }

    /// A custom executor, which runs user code.
    private static func own(_ kept: Foreign) -> Executor {
      .escapingClosure { block in
        kept.call()
        block()
      }
    }

    static let all = continuing + onSuccess + onError + cancelling + starting + grouping + settling

    private static let executors: [Executor] = [
      .default, .immediate, .mainThread, .queue(.global()), .operationQueue(OperationQueue()),
      .closure { $0() }, .escapingClosure { $0() },
    ]

    private static let continuing = [
      bolts("the task itself", on: [.default]) { t, x, code, kept in t },
      bolts("continueWith", on: executors) { t, x, code, kept in
        t.continueWith(x) { _ in kept.pass(code.object()) }
      },
      bolts("continueWith that throws") { t, x, code, kept in
        t.continueWith(x) { _ -> Foreign in
          kept.call()
          throw code.error()
        }
      },
      bolts("continueWithTask", on: executors) { t, x, code, kept in
        t.continueWithTask(x) { t in t.continueWith(x) { $0.result ?? kept } }
      },
      bolts("a custom executor", on: [.default]) { t, x, code, kept in
        t.continueOnSuccessWith(own(kept)) { kept.pass($0) }
      },
      bolts("an executor that drops its block", on: [.default]) { t, x, code, kept in
        let executor = Executor.escapingClosure { _ in kept.call() }
        let forgotten = t.continueOnSuccessWith(executor) { kept.pass($0) }
        return Task<Foreign>.whenAny(t, forgotten).continueWith { _ in code.object() }
      },
    ].flatMap { $0 }

    private static let onSuccess = [
      bolts("continueOnSuccessWith", on: executors) { t, x, code, kept in
        t.continueOnSuccessWith(x) { kept.pass($0) }
      },
      bolts("continueOnSuccessWith that throws") { t, x, code, kept in
        t.continueOnSuccessWith(x) { _ -> Foreign in
          kept.call()
          throw code.error()
        }
      },
      bolts("continueOnSuccessWithTask", on: executors) { t, x, code, kept in
        t.continueOnSuccessWithTask(x) { value in
          Task<Void>.withDelay(0).continueWith(x) { _ in kept.pass(value) }
        }
      },
    ].flatMap { $0 }

    private static let onError = [
      bolts("continueOnErrorWith") { t, x, code, kept in
        t.continueOnErrorWith(x) { (_: any Error) in kept.pass(code.object()) }
      },
      bolts("continueOnErrorWith of a type") { t, x, code, kept in
        t.continueOnErrorWith(x) { (error: ForeignError) in kept.pass(error.object) }
      },
      bolts("continueOnErrorWithTask") { t, x, code, kept in
        t.continueOnErrorWithTask(x) { (_: any Error) in Task(kept.pass(code.object())) }
      },
      bolts("continueOnErrorWithTask of a type") { t, x, code, kept in
        t.continueOnErrorWithTask(x) { (error: ForeignError) in Task(kept.pass(error.object)) }
      },
    ].flatMap { $0 }

    private static let cancelling = [
      bolts("a token") { t, x, code, kept in
        let source = CancellationTokenSource()
        return t.continueOnSuccessWith(x, cancellationToken: source.token) { value in
          withExtendedLifetime(source) { kept.pass(value) }
        }
      },
      bolts("a token, cancelled meanwhile") { t, x, code, kept in
        let source = CancellationTokenSource()
        return t.continueOnSuccessWith(x, cancellationToken: source.token) { value in
          source.cancel()
          return kept.pass(value)
        }
      },
      bolts("a token, cancelled before") { t, x, code, kept in
        let source = CancellationTokenSource()
        source.cancel()
        return t.continueWithTask(x, cancellationToken: source.token) { _ in Task(kept) }
      },
      bolts("an observer of a token") { t, x, code, kept in
        let source = CancellationTokenSource()
        source.token.registerCancellationObserver { kept.call() }
        return t.continueWith(x) { _ in
          source.cancel()
          return code.object()
        }
      },
      bolts("a disposed observer of a token") { t, x, code, kept in
        let source = CancellationTokenSource()
        let observer = source.token.registerCancellationObserver { kept.call() }
        return t.continueWith(x) { _ in
          observer.dispose()
          source.dispose()
          return code.object()
        }
      },
      bolts("a token cancelled by a timer") { t, x, code, kept in
        let source = CancellationTokenSource()
        source.token.registerCancellationObserver { kept.call() }
        source.cancel(afterDelay: 1)
        let delay = Task<Void>.withDelay(3_600, cancellationToken: source.token)
        return delay.continueWithTask(x) { _ in t }
      },
    ].flatMap { $0 }

    private static let starting = [
      bolts("a closure", on: executors) { t, x, code, kept in
        Task(x) { kept.pass(code.object()) }.continueWithTask(x) { _ in t }
      },
      bolts("execute that throws") { t, x, code, kept in
        Task<Foreign>.execute(x) {
          kept.call()
          throw code.error()
        }.continueWithTask(x) { _ in t }
      },
      bolts("executeWithTask", on: executors) { t, x, code, kept in
        Task<Foreign>.executeWithTask(x) { t.continueOnSuccessWith(x) { kept.pass($0) } }
      },
      bolts("withDelay") { t, x, code, kept in
        Task<Void>.withDelay(0.000_001).continueOnSuccessWithTask(x) {
          t.continueOnSuccessWith(x) { kept.pass($0) }
        }
      },
      bolts("Executor.execute", on: executors) { t, x, code, kept in
        let source = TaskCompletionSource<Foreign>()
        t.continueWith { t in
          x.execute { source.trySet(result: kept.pass(t.result ?? code.object())) }
        }
        return source.task
      },
    ].flatMap { $0 }

    private static let grouping = [
      bolts("whenAll") { t, x, code, kept in
        Task.whenAll(t, t.continueWith(x) { _ in kept.pass(code.object()) })
          .continueOnSuccessWith(x) { code.object() }
      },
      bolts("whenAll of errors") { t, x, code, kept in
        Task.whenAll(t, t.continueWith(x) { _ -> Foreign in throw code.error() })
          .continueWith(x) { _ in kept.pass(code.object()) }
      },
      bolts("whenAllResult") { t, x, code, kept in
        Task.whenAllResult(t, t.continueOnSuccessWith(x) { kept.pass($0) })
          .continueOnSuccessWith(x) { $0[1] }
      },
      bolts("whenAny") { t, x, code, kept in
        let never = Task(code.never).continueWith(x) { _ in kept.pass(code.object()) }
        return Task.whenAny(t, never).continueWith(x) { _ in code.object() }
      },
    ].flatMap { $0 }

    private static let settling = [
      bolts("a source that is set") { t, x, code, kept in
        let source = TaskCompletionSource<Foreign>()
        t.continueWith(x) { _ in source.set(result: kept.pass(code.object())) }
        return source.task.continueOnSuccessWith(x) { kept.pass($0) }
      },
      bolts("a source that is set twice") { t, x, code, kept in
        let source = TaskCompletionSource<Foreign>()
        t.continueWith(x) { _ in
          source.set(error: code.error())
          source.trySet(result: kept.pass(code.object()))
          source.trySet(error: code.error())
        }
        return source.task.continueOnErrorWith(x) { (_: any Error) in kept }
      },
      bolts("a source that is cancelled") { t, x, code, kept in
        let source = TaskCompletionSource<Foreign>()
        t.continueWith(x) { _ in
          source.tryCancel()
          source.trySet(result: kept.pass(code.object()))
        }
        return source.task.continueWith(x) { _ in kept.pass(code.object()) }
      },
      bolts("a lost source") { t, x, code, kept in
        let lost = TaskCompletionSource<Foreign>().task.continueWith(x) { $0.result ?? kept }
        return Task.whenAny(t, lost).continueWith(x) { _ in code.object() }
      },
      bolts("a task of a promise") { t, x, code, kept in
        Task(t.continueOnSuccessWith(x) { kept.pass($0) }.asyncPromise)
      },
      bolts("waitUntilCompleted", on: [.queue(.global())]) { t, x, code, kept in
        Task(x) {
          t.waitUntilCompleted()
          return kept.pass(t.result ?? code.object())
        }
      },
    ].flatMap { $0 }
  }
#endif
