// The libraries that code can be moved from, and the names that sources use for them.

/// A library whose promises can be moved to AsyncPromises.
package enum Library: String, Codable, CaseIterable, Sendable, Comparable {
  case promiseKit = "promisekit"
  case google
  case bolts
  /// This library, which code moves to. Reports don't include it.
  case own

  package static let allCases: [Library] = [.promiseKit, .google, .bolts]

  package static func < (left: Library, right: Library) -> Bool {
    left.order < right.order
  }

  private var order: Int {
    switch self {
    case .promiseKit: 0
    case .google: 1
    case .bolts: 2
    case .own: 3
    }
  }

  /// The name of the library in reports.
  package var title: String {
    switch self {
    case .promiseKit: "PromiseKit"
    case .google: "google/promises"
    case .bolts: "Bolts"
    case .own: "AsyncPromises"
    }
  }

  /// The modules whose import means that a file uses this library, including our facades.
  package var modules: Set<String> {
    switch self {
    case .promiseKit:
      ["PromiseKit", "PMKFoundation", "PromiseKitCompat", "PMKFoundationCompat"]
    case .google: ["Promises", "GooglePromisesCompat"]
    case .bolts: ["BoltsSwift", "BoltsCompat"]
    case .own: ["AsyncPromises"]
    }
  }

  init?(module: String) {
    guard let library = Library.allCases.first(where: { $0.modules.contains(module) }) else {
      return nil
    }
    self = library
  }

  /// The type that an unqualified name refers to in a file that imports the library.
  func exportedType(_ name: String) -> LibraryType? {
    switch (self, name) {
    case (.promiseKit, "Promise"): .promise(.promise)
    case (.promiseKit, "Guarantee"): .promise(.guarantee)
    case (.promiseKit, "Thenable"), (.promiseKit, "CatchMixin"): .promise(.thenable)
    case (.promiseKit, "Resolver"): .resolver(.promiseKit)
    case (.promiseKit, "PMKFinalizer"): .finalizer
    case (.google, "Promise"): .promise(.googlePromise)
    case (.bolts, "Task"): .promise(.task)
    case (.bolts, "TaskCompletionSource"): .resolver(.bolts)
    case (.own, "Promise"): .promise(.own)
    case (.own, "Resolver"): .resolver(.own)
    default: nil
    }
  }
}

extension Library {
  /// The names of its types.
  var typeNames: Set<String> {
    switch self {
    case .promiseKit:
      [
        "Promise", "Guarantee", "Resolver", "Thenable", "CatchMixin", "PMKFinalizer",
        "CancellablePromise",
      ]
    case .google: ["Promise"]
    case .bolts: ["Task", "TaskCompletionSource"]
    case .own: []
    }
  }
}

/// A type of promise.
enum PromiseType: String, Hashable, Sendable {
  case promise, guarantee, thenable
  case googlePromise
  /// A promise that stays google/promises', because it is settled in a way without equivalent.
  case stayingGooglePromise
  case task
  case own

  var library: Library {
    switch self {
    case .promise, .guarantee, .thenable: .promiseKit
    case .googlePromise, .stayingGooglePromise: .google
    case .task: .bolts
    case .own: .own
    }
  }

  /// The keys in the declaration table for the members that sources add to the type.
  var ownerKeys: [String] {
    switch self {
    case .promise, .guarantee: ["\(library.rawValue).\(rawValue)", "promisekit.thenable"]
    case .own: ["own.own", "Promise"]
    case .stayingGooglePromise: Self.googlePromise.ownerKeys
    case .thenable, .googlePromise, .task: ["\(library.rawValue).\(rawValue)"]
    }
  }
}

/// A type that a library exports and that chains depend on.
enum LibraryType: Hashable, Sendable {
  case promise(PromiseType)
  case resolver(Library)
  case finalizer
}

extension Library {
  /// The module of this package that provides the library's vocabulary.
  var facade: String {
    switch self {
    case .promiseKit: "PromiseKitCompat"
    case .google: "GooglePromisesCompat"
    case .bolts: "BoltsCompat"
    case .own: "AsyncPromises"
    }
  }

  var facadePromise: String { self == .bolts ? "\(facade).Task" : "\(facade).Promise" }
}
