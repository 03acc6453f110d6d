// S3: the building blocks of the chains in this folder. Each chain is written twice, once on
// `Optional` and once on `Promise`, in separate statements so that neither helps the other to
// type-check.
//
// `map` has the same name in both; `flatMap` corresponds to `then`, and `nil` to a rejection.

import AsyncPromises
import Testing

@Suite("Chains of Optional", .timeLimit(.minutes(10)))
struct OptionalChainTests {
  /// Most chains start from these two.
  let optional = Optional(6)
  let promise = Promise.fulfilled(6)
  let offset = 1
}

/// Expects two chains to have the same outcome. Values are compared by their descriptions, because
/// tuples and functions aren't `Equatable`.
func expectSame<T: Sendable>(
  _ optional: T?, _ promise: Promise<T>, _ location: SourceLocation = #_sourceLocation
) async {
  let expected = optional.map { String(reflecting: $0) }
  let value = try? await promise.value
  let actual = value.map { String(reflecting: $0) }
  #expect(expected == actual, sourceLocation: location)
}

/// The same for chains of `Void`.
func expectSame(
  _ optional: Void?, _ promise: Promise<Void>, _ location: SourceLocation = #_sourceLocation
) async {
  let isFulfilled: Void? = try? await promise.value
  #expect((optional == nil) == (isFulfilled == nil), sourceLocation: location)
}

extension OptionalChainTests {
  struct Person: Sendable, Equatable {
    static let nobody = Person(name: "", age: 0)

    var name: String
    var age: Int

    static func named(_ name: String) -> Person {
      Person(name: name, age: 0)
    }

    func greets(_ other: String) -> String {
      "\(name) greets \(other)"
    }

    func older(by years: Int) -> Int {
      age + years
    }
  }

  protocol Shape: Sendable {
    var area: Int { get }
  }

  struct Square: Shape {
    var side: Int
    var area: Int { side * side }
  }
}

func opaqueShape(_ side: Int) -> some OptionalChainTests.Shape {
  OptionalChainTests.Square(side: side)
}

func anyShape(_ side: Int) -> any OptionalChainTests.Shape {
  OptionalChainTests.Square(side: side)
}

func halved(_ number: Int) -> Int { number / 2 }
func onlyEven(_ number: Int) throws -> Int {
  guard number.isMultiple(of: 2) else { throw TestError.first }
  return number
}

/// Overloaded by parameter and by result.
func described(_ number: Int) -> String { "number \(number)" }
func described(_ text: String) -> String { "text \(text)" }
func described(_ number: Int) -> [Character] { Array("\(number)") }

/// Overloaded to return an `Optional` or a `Promise`.
func found(_ number: Int) -> Int? { number > 3 ? number : nil }
func found(_ name: String) -> OptionalChainTests.Person? { .named(name) }
func found(_ number: Int) -> Promise<Int> {
  number > 3 ? .fulfilled(number) : .rejected(TestError.first)
}
func found(_ name: String) -> Promise<OptionalChainTests.Person> { .fulfilled(.named(name)) }

@concurrent func halvedLater(_ number: Int) async -> Int { number / 2 }
@concurrent func onlyEvenLater(_ number: Int) async throws -> Int { try onlyEven(number) }
