// Why something is kept as it is: a fixed list.

/// A reason for not rewriting a call: its meaning would change, or can't be told from the text.
package enum Reason: String, Codable, CaseIterable, Sendable {
  // Where a handler runs.
  case backgroundQueue = "background-queue"
  case namedQueue = "named-queue"
  case inlineQueue = "inline-queue"
  case inlineExecutor = "inline-executor"
  case configuredQueue = "configured-queue"
  case queueFlags = "queue-flags"
  case functionReference = "function-reference"

  // What a handler sees and gives.
  case catchPolicy = "catch-policy"
  case cancellableErrors = "cancellable-errors"
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

  // What the text doesn't tell.
  case ownExtension = "own-extension"
  case unknownCall = "unknown-call"
  case conditionalCompilation = "conditional-compilation"
  case ternaryHead = "ternary-head"
  case overloadedOperator = "overloaded-operator"
  case unknownPromise = "unknown-promise"

  // Callbacks.
  case callbackShape = "callback-shape"
  case callbackReturns = "callback-returns"
  case severalCallbacks = "several-callbacks"
  case optionalCallback = "optional-callback"
  case callbackOverload = "callback-overload"
  case callbackValue = "callback-value"

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
      "a global queue has no equivalent: a handler runs where it is written"
    case .namedQueue: "a queue of its own has no equivalent: the state behind it needs an actor"
    case .inlineQueue:
      "`on: nil` runs in the call that settles or registers; a handler here never does"
    case .inlineExecutor:
      "the default executor runs in the call that completes; one here runs later"
    case .configuredQueue:
      "the sources set the default queue, so where the handler runs is not told"
    case .queueFlags: "`flags:` have no equivalent"
    case .functionReference:
      "a function that is passed by name does not say where it runs; write a closure"
    case .catchPolicy: "whether cancellations are seen depends on a policy that is set elsewhere"
    case .cancellableErrors:
      "the module declares a `CancellableError`; only `CancellationError` is a cancellation here"
    case .recoverOverload:
      "whether it recovers cancellations depends on an overload that is not told"
    case .closureResult:
      "whether the closure gives a promise, a value or nothing can't be told"
    case .resultType: "the closure uses PromiseKit's `Result` in more than its patterns"
    case .keptValue:
      "the closure's own value has to go on: bind it to a name, and return at the end"
    case .allOutcomes: "it makes something new of all outcomes, by a task that is its parameter"
    case .sharedState:
      "the closure uses what must not leave its thread: a variable, or what is not `Sendable`"
    case .cancellationToken: "a cancellation token becomes `cancel()` of a promise"
    case .notSendable:
      "it captures or gives what may not leave its thread: all values here are `Sendable`"
    case .neverRejected: "a guarantee is awaited where nothing may be thrown"
    case .ensureThen: "it waits for what it starts: an `await` in the middle of a `Promise { … }`"
    case .errorOfOperator: "it rejects with an error that has another type here"
    case .loggedErrors:
      "it logs the error, by a handler that the sources set; `ignoreErrors()` does not"
    case .blockingWait: "it blocks its thread: await the promise, or `wait(timeout:)`"
    case .inspection:
      "it looks at the promise without waiting: `resultIfSettled` gives an outcome or nil"
    case .inlinePipe: "it is called in the call that settles; `whenSettled` runs later"
    case .queueWork: "work on a queue: a function that leaves the main actor, or a resolver"
    case .timeoutStopsWork: "the work goes on after their time limit; after ours it is stopped"
    case .reduce: "there is no `reduce` on a promise: use that of the sequence"
    case .severalStatements: "the body has several statements: give them a function"
    case .resolverShape: "the resolver is used in a way that has no equivalent"
    case .valueOrError: "whether the argument is a value or an error can't be told from the text"
    case .groupOfVoid: "whether the promises have values, and so the group, can't be told"
    case .groupOfOutcomes: "its outcomes have another type here, and the group another verdict"
    case .iteratorGroup: "`Promise.map(_:concurrency:)` takes items and a closure, not an iterator"
    case .timeInterval: "the interval is a `DispatchTimeInterval` that is made elsewhere"
    case .retryCondition: "the condition or the number of attempts counts in another way"
    case .wrapOptional: "`wrap` gives an optional there, and rejects what is missing here"
    case .settledByConsumer: "a promise is settled by its resolver alone: make it with `pending()`"
    case .completionSource: "the source becomes a promise and a resolver, each where it is used"
    case .conversion: "whether it is made of a value or of a promise can't be told from the text"
    case .ownExtension: "a method of your own on the library's type: move that first"
    case .unknownCall: "a method on the promise that is not in the given sources"
    case .conditionalCompilation: "`#if` in the middle of a chain"
    case .ternaryHead: "the chain begins with a choice of two promises"
    case .overloadedOperator: "an operator whose overload can't be told from the text"
    case .unknownPromise: "whether it is called on a promise can't be told from the given sources"
    case .callbackShape: "`Promise.wrap` does not take callbacks of this shape"
    case .callbackReturns:
      "it returns something: that may be what cancels it, as in `wrap(cancel:)`"
    case .optionalCallback:
      "a closure may be left out: calls without it would mean the form that gives a promise"
    case .callbackOverload: "there is another function of the name and the parameters of its form"
    case .callbackValue: "what it gives is not `Sendable`, as the value of a promise has to be"
    case .severalCallbacks: "several closures: `Promise { resolver in … }`"
    case .asyncLink: "no statement means the same: the chain up to here stays a promise"
    case .asyncNames: "its names would meet others in the function"
    case .earlyExit: "it returns early, and more links follow"
    case .asyncWeakSelf: "`weak`: statements of an async function hold what they use"
    case .asyncCapture: "it captures what a variable was when the chain was made"
    case .asyncIsolation: "it runs elsewhere than the function around it"
    case .asyncBlocking: "it locks or blocks, which async code must not"
    case .asyncRequirement: "a protocol, a superclass or Objective-C asks for the promise"
    case .asyncCallers: "who calls it needs the promise, and the call begins the work"
    case .asyncUnknownCaller: "it is passed by name, or by a call that the text does not tell"
    case .asyncRecursion: "it calls itself: a chain takes no more memory with each call"
    case .asyncSending: "what it is called on or with can't be sent to another executor"
    case .asyncLifetime: "it makes an object: an async function keeps that until it ends"
    case .asyncLater: "a `defer`, or a `catch` around a `return`: it would wait for the work"
    case .asyncValue: "it gives the promise that it keeps, and others have it, too"
    }
  }
}

/// What is written instead of a call: as a report tells it, and the changes that make it.
package struct Rewrite: Hashable, Sendable, ExpressibleByStringLiteral {
  package let text: String
  let edits: Edits
  /// Whether it needs something else of the other library, such as its errors.
  let needsLibrary: Bool

  init(_ text: String, _ edits: Edits = .none, needsLibrary: Bool = false) {
    self.text = text
    self.edits = edits
    self.needsLibrary = needsLibrary
  }

  package init(stringLiteral text: String) { self.init(text) }
}

/// What a rewrite would do with a call.
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
