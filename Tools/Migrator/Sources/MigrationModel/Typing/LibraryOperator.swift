// The operators of each library: their names, and the arguments of their closures.

/// A method or a property of a promise that a library declares.
struct LibraryOperator {
  enum Kind: Equatable {
    /// Takes a closure that receives the value, an element, the error, the outcome, the promise or
    /// nothing.
    case onValue, onElement, onError, onResult, onPromise, always
    /// Takes no closure.
    case plain
    /// A property or call that inspects the promise and doesn't return one.
    case inspection
    /// Settles the promise.
    case settling
  }

  let name: String
  let kind: Kind

  static func named(_ name: String, in library: Library) -> LibraryOperator? {
    guard let kind = kinds(library)[name] else { return nil }
    return LibraryOperator(name: name, kind: kind)
  }

  /// Whether the name alone identifies the operator, because the standard library doesn't use it.
  static func isDistinctive(_ name: String, in library: Library) -> Bool {
    guard let kind = kinds(library)[name] else { return false }
    return kind != .inspection && !shared.contains(name)
  }

  func closureArguments(_ base: Shape, _ value: Shape) -> [Shape] {
    switch kind {
    case .onValue: [value]
    case .onElement: [value.element]
    case .onError: [.named("Error")]
    case .onPromise: [base.unwrapped]
    case .onResult, .always, .plain, .inspection, .settling: []
    }
  }

  private static func kinds(_ library: Library) -> [String: Kind] {
    switch library {
    case .promiseKit: promiseKit
    case .google: google
    case .bolts: bolts
    case .own: OwnVocabulary.kinds
    }
  }

  private static let shared: Set<String> = [
    "map", "compactMap", "flatMap", "get", "tap", "reduce", "validate", "delay", "filter", "wait",
    "async", "cancel", "result", "error", "value", "timeout", "pipe",
  ]

  private static let promiseKit: [String: Kind] = [
    "then": .onValue, "map": .onValue, "compactMap": .onValue, "done": .onValue, "get": .onValue,
    "tap": .onResult, "asVoid": .plain, "catch": .onError, "recover": .onError, "ensure": .always,
    "ensureThen": .always, "finally": .always, "cauterize": .plain, "validate": .plain,
    "mapValues": .onElement,
    "flatMapValues": .onElement, "compactMapValues": .onElement, "thenMap": .onElement,
    "thenFlatMap": .onElement, "filterValues": .onElement, "sortedValues": .plain,
    "firstValue": .onElement, "lastValue": .plain, "pipe": .onResult, "wait": .inspection,
    "async": .inspection, "cancel": .inspection, "asyncPromise": .inspection, "value": .inspection,
    "error": .inspection, "result": .inspection, "isPending": .inspection,
    "isResolved": .inspection, "isFulfilled": .inspection, "isRejected": .inspection,
  ]

  private static let google: [String: Kind] = [
    "then": .onValue, "catch": .onError, "always": .always, "recover": .onError,
    "validate": .onValue, "timeout": .plain, "delay": .plain, "reduce": .onValue,
    "async": .inspection, "cancel": .inspection, "asyncPromise": .inspection, "value": .inspection,
    "error": .inspection, "isPending": .inspection, "isFulfilled": .inspection,
    "isRejected": .inspection, "fulfill": .settling, "reject": .settling,
  ]

  private static let bolts: [String: Kind] = [
    "continueWith": .onPromise, "continueWithTask": .onPromise,
    "continueOnSuccessWith": .onValue, "continueOnSuccessWithTask": .onValue,
    "continueOnErrorWith": .onError, "continueOnErrorWithTask": .onError,
    "waitUntilCompleted": .inspection, "asyncPromise": .inspection, "cancel": .inspection,
    "completed": .inspection, "faulted": .inspection, "cancelled": .inspection,
    "result": .inspection, "error": .inspection,
  ]
}
