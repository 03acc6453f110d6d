// The fixed list of reasons for keeping code as it is.

/// A reason for not rewriting a call: its meaning would change, or the source doesn't reveal it.
package enum Reason: String, Codable, CaseIterable, Sendable {
  // Where a handler runs.
  case backgroundQueue = "background-queue"
  case namedQueue = "named-queue"
  case inlineQueue = "inline-queue"
  case inlineExecutor = "inline-executor"
  case configuredQueue = "configured-queue"
  case queueFlags = "queue-flags"
  case functionReference = "function-reference"

  // What a handler receives and returns.
  case catchPolicy = "catch-policy"
  case cancellableErrors = "cancellable-errors"
  case cancellationType = "cancellation-type"
  case recoverOverload = "recover-overload"
  case closureResult = "closure-result"
  case resultType = "result-type"
  case keptValue = "kept-value"
  case allOutcomes = "all-outcomes"
  case cancellationToken = "cancellation-token"
  case sharedState = "shared-state"
  case notSendable = "not-sendable"
  case neverRejected = "never-rejected"

  // Operators without an equivalent.
  case ensureThen = "ensure-then"
  case errorOfOperator = "error-of-operator"
  case loggedErrors = "logged-errors"
  case blockingWait = "blocking-wait"
  case inspection
  case inlinePipe = "inline-pipe"
  case queueWork = "queue-work"
  case timeoutStopsWork = "timeout-stops-work"
  case reduce

  // Heads and groups.
  case severalStatements = "several-statements"
  case resolverShape = "resolver-shape"
  case valueOrError = "value-or-error"
  case groupOfVoid = "group-of-void"
  case groupOfOutcomes = "group-of-outcomes"
  case iteratorGroup = "iterator-group"
  case timeInterval = "time-interval"
  case retryCondition = "retry-condition"
  case wrapOptional = "wrap-optional"
  case settledByConsumer = "settled-by-consumer"
  case completionSource = "completion-source"
  case conversion

  // What the source doesn't reveal.
  case ownExtension = "own-extension"
  case unknownCall = "unknown-call"
  case conditionalCompilation = "conditional-compilation"
  case ternaryHead = "ternary-head"
  case overloadedOperator = "overloaded-operator"
  case unknownPromise = "unknown-promise"

  // What moves together.
  case heldBack = "held-back"
  case nothingMoves = "nothing-moves"
  case takenName = "taken-name"
  case refused

  // Callbacks.
  case callbackShape = "callback-shape"
  case callbackReturns = "callback-returns"
  case severalCallbacks = "several-callbacks"
  case optionalCallback = "optional-callback"
  case callbackOverload = "callback-overload"
  case callbackValue = "callback-value"
  case repeatedCallback = "repeated-callback"

  // Async functions.
  case asyncLink = "async-link"
  case asyncNames = "async-names"
  case earlyExit = "early-exit"
  case asyncWeakSelf = "async-weak-self"
  case asyncCapture = "async-capture"
  case asyncIsolation = "async-isolation"
  case asyncBlocking = "async-blocking"
  case asyncRequirement = "async-requirement"
  case asyncCallers = "async-callers"
  case asyncThread = "async-thread"
  case asyncUnknownCaller = "async-unknown-caller"
  case asyncRecursion = "async-recursion"
  case asyncSending = "async-sending"
  case asyncValue = "async-value"
  case asyncLifetime = "async-lifetime"
  case asyncLater = "async-later"

  /// The reason as a sentence.
  package var sentence: String {
    switch self {
    case .backgroundQueue:
      "a global queue has no equivalent: handlers run where they are written"
    case .namedQueue:
      "your own queue has no equivalent: put the state that it protects in an actor"
    case .inlineQueue:
      "with `on: nil`, handlers run in the call that settles or registers; here they never do"
    case .inlineExecutor:
      "the default executor runs in the call that completes; here it runs later"
    case .configuredQueue:
      "the sources set the default queue, so the handler's queue is unknown"
    case .queueFlags:
      "`flags:` has no equivalent"
    case .functionReference:
      "a function passed by name does not say where it runs; write a closure"
    case .catchPolicy:
      "whether it sees cancellations depends on a policy set elsewhere"
    case .cancellableErrors:
      "the module declares a `CancellableError`; only `CancellationError` is a cancellation here"
    case .recoverOverload:
      "whether it recovers from cancellations depends on an overload that the source leaves open"
    case .closureResult:
      "the source leaves open whether the closure returns a promise, a value or nothing"
    case .resultType:
      "the closure uses PromiseKit's `Result` for more than pattern matching"
    case .keptValue:
      "the closure's value must be passed on: bind it to a name, and return it at the end"
    case .allOutcomes:
      "its closure takes the task, and maps every outcome to a new one"
    case .sharedState:
      "the closure uses a variable or a non-`Sendable` value that must not leave its thread"
    case .cancellationToken:
      "replace the cancellation token with `cancel()` on a promise"
    case .notSendable:
      "it captures or returns a value that is not `Sendable`; here, all values must be"
    case .neverRejected:
      "a guarantee is awaited where nothing may throw"
    case .ensureThen:
      "it waits for the promise it starts: use an `await` inside a `Promise { … }`"
    case .errorOfOperator:
      "it rejects with an error that has a different type here"
    case .loggedErrors:
      "it logs the error, through a handler that the sources set; `ignoreErrors()` does not"
    case .cancellationType:
      "a promise that moves is cancelled with `CancellationError`, which is no `PMKError`"
    case .blockingWait:
      "it blocks its thread: await the promise, or use `wait(timeout:)`"
    case .inspection:
      "it inspects the promise without waiting: `resultIfSettled` is the outcome or nil"
    case .inlinePipe:
      "its closure runs in the call that settles; `whenSettled` runs later"
    case .queueWork:
      "it runs work on a queue: use a function off the main actor, or a resolver"
    case .timeoutStopsWork:
      "after a timeout, google/promises lets the work continue; here, the work stops"
    case .reduce:
      "a promise has no `reduce`: use the sequence's"
    case .severalStatements:
      "the body has several statements: move them to a function"
    case .resolverShape: "the resolver is used in a way that has no equivalent"
    case .valueOrError:
      "the source leaves open whether the argument is a value or an error"
    case .groupOfVoid:
      "the source leaves open whether the promises, and so the group, have values"
    case .groupOfOutcomes:
      "its outcomes have a different type here, and the group fails under different conditions"
    case .iteratorGroup: "`Promise.map(_:concurrency:)` takes items and a closure, not an iterator"
    case .timeInterval:
      "the interval is a `DispatchTimeInterval` made elsewhere"
    case .retryCondition:
      "the condition or the number of attempts has a different meaning here"
    case .wrapOptional:
      "the original `wrap` returns an optional; here, a missing value rejects the promise"
    case .settledByConsumer:
      "only its resolver can settle a promise: make it with `pending()`"
    case .completionSource:
      "split the source into a promise and a resolver, each where it is used"
    case .conversion:
      "the source leaves open whether it is made from a value or from a promise"
    case .ownExtension:
      "it is your own extension of the library's type: move that first"
    case .unknownCall:
      "the given sources don't declare this method on the promise"
    case .conditionalCompilation:
      "the chain contains `#if`"
    case .ternaryHead:
      "the chain starts with a choice between two promises"
    case .overloadedOperator:
      "the source leaves open which overload of the operator it calls"
    case .unknownPromise:
      "the given sources leave open whether it is called on a promise"
    case .heldBack:
      "it stays as a whole, because a part of it, or of the code that uses it, can't move"
    case .nothingMoves:
      "it stays as a whole, because no chain would move with it, or more would be converted"
    case .takenName:
      "your own `CancellationError`, `Promise`, `PromiseError` or `Resolver` has a name that is "
        + "needed here: rename it first"
    case .refused: "the compiler refuses its rewrite"
    case .callbackShape: "`Promise.wrap` does not take callbacks of this shape"
    case .callbackReturns:
      "it returns something, perhaps a handle to cancel it: see `wrap(cancel:)`"
    case .optionalCallback:
      "a closure can be omitted: calls without it would then mean the promise form"
    case .callbackOverload:
      "another function already has the name and parameters of its new form"
    case .callbackValue:
      "it calls back with a value that is not `Sendable`; a promise's value must be"
    case .repeatedCallback:
      "it may call back more than once: use an `AsyncStream`"
    case .severalCallbacks:
      "it takes several closures: use `Promise { resolver in … }`"
    case .asyncLink:
      "no statement means the same: the chain stays a promise up to here"
    case .asyncNames:
      "its names would clash with others in the function"
    case .earlyExit: "it returns early, and more links follow"
    case .asyncWeakSelf:
      "it has a `weak` capture, but the statements of an async function retain what they use"
    case .asyncCapture:
      "it captures the value that a variable had when the chain was created"
    case .asyncIsolation:
      "it runs in a different isolation from the function around it"
    case .asyncBlocking:
      "it locks or blocks, which async code must not do"
    case .asyncRequirement:
      "a protocol, a superclass or Objective-C requires the promise"
    case .asyncCallers:
      "a caller needs the promise, and relies on the call to start the work"
    case .asyncThread:
      "a caller needs the promise, and its type may be used on any thread: if only the main thread "
        + "uses it, assume `main-actor:`"
    case .asyncUnknownCaller:
      "it is passed by name, or the source leaves open whether a call refers to it"
    case .asyncRecursion:
      "it calls itself: async calls take more memory at each level, whereas a chain doesn't"
    case .asyncSending:
      "it is called on or with a value that can't be sent to another executor"
    case .asyncLifetime:
      "it creates an object, which an async function would retain until it ends"
    case .asyncLater:
      "a `defer`, or a `catch` around a `return`, would now wait for the work"
    case .asyncValue:
      "it returns a promise that it also stores, and a caller needs that promise"
    }
  }
}

/// The replacement for a call: the text for a report, and the edits.
package struct Rewrite: Hashable, Sendable, ExpressibleByStringLiteral {
  package let text: String
  let edits: Edits
  /// Whether the replacement still needs something from the other library, such as its errors.
  let needsLibrary: Bool

  init(_ text: String, _ edits: Edits = .none, needsLibrary: Bool = false) {
    self.text = text
    self.edits = edits
    self.needsLibrary = needsLibrary
  }

  package init(stringLiteral text: String) { self.init(text) }
}

/// The verdict on a call: it is rewritten or kept.
package enum Verdict: Hashable, Sendable {
  case rewritten(Rewrite)
  case kept(Reason)

  static func rewritten(_ text: String, _ change: (inout Edits) -> Void) -> Verdict {
    var edits = Edits()
    change(&edits)
    return .rewritten(Rewrite(text, edits))
  }

  package var reason: Reason? {
    if case .kept(let reason) = self { reason } else { nil }
  }

  package var rewrite: Rewrite? {
    if case .rewritten(let rewrite) = self { rewrite } else { nil }
  }
}

extension Reason {
  /// Whether the link does the same on a facade's promise that was made from one of this library's.
  /// Calls that inspect a promise without waiting don't.
  var canCross: Bool {
    switch self {
    case .inspection, .settledByConsumer,
      .completionSource, .unknownCall, .conditionalCompilation,
      .resolverShape, .ternaryHead, .overloadedOperator:
      false
    default: true
    }
  }

  /// Whether the closure runs on the thread that settles the promise.
  var isInline: Bool { [.inlineQueue, .inlineExecutor, .inlinePipe].contains(self) }
}
