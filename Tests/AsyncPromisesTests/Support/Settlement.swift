// The two ways in which a promise settles, for clauses that treat both alike.

import AsyncPromises

/// How a test's promise settles.
enum Settlement: CaseIterable, Sendable {
  case fulfilled
  case rejected

  var result: Result<Int, any Error> {
    switch self {
    case .fulfilled: .success(1)
    case .rejected: .failure(TestError.first)
    }
  }

  var other: Settlement { self == .fulfilled ? .rejected : .fulfilled }

  /// The expected outcome of a promise that settled this way, or that follows one that did.
  var outcome: Outcome { Outcome(result) }
}

/// All combinations of three kinds of arguments.
func combinations<A, B, C>(_ a: [A], _ b: [B], _ c: [C]) -> [(A, B, C)] {
  a.flatMap { a in b.flatMap { b in c.map { c in (a, b, c) } } }
}

/// All orders of the elements.
func permutations<Element>(of elements: [Element]) -> [[Element]] {
  guard !elements.isEmpty else { return [[]] }
  return elements.indices.flatMap { index in
    var rest = elements
    let first = rest.remove(at: index)
    return permutations(of: rest).map { [first] + $0 }
  }
}
