// S3: map to literals, tuples, members and existentials, with and without a type from the context.

import AsyncPromises
import Testing

extension OptionalChainTests {
  @Test("S3: literals whose type comes from the context")
  func literals() async {
    let o1: Float? = optional.map { _ in 1 }.map { $0 * 2 }
    let p1: Promise<Float> = promise.map { _ in 1 }.map { $0 * 2 }
    await expectSame(o1, p1)

    let o2: [Double]? = optional.map { _ in [1, .pi] }
    let p2: Promise<[Double]> = promise.map { _ in [1, .pi] }
    await expectSame(o2, p2)

    let o3: Set<Int>? = optional.map { [$0] }
    let p3: Promise<Set<Int>> = promise.map { [$0] }
    await expectSame(o3, p3)

    let o4: [String: Int]? = optional.map { ["six": $0] }
    let p4: Promise<[String: Int]> = promise.map { ["six": $0] }
    await expectSame(o4, p4)

    let o5: Character? = optional.map { _ in "a" }
    let p5: Promise<Character> = promise.map { _ in "a" }
    await expectSame(o5, p5)

    let o6 = optional.map { .init($0) } as Double?
    let p6 = promise.map { .init($0) } as Promise<Double>
    await expectSame(o6, p6)

    let o7 = optional.map { [1, 2, 3][$0 % 3] }.map { [2: "two"][$0] ?? "none" }
    let p7 = promise.map { [1, 2, 3][$0 % 3] }.map { [2: "two"][$0] ?? "none" }
    await expectSame(o7, p7)

    let o8: Int?? = optional.map { _ in nil }
    let p8: Promise<Int?> = promise.map { _ in nil }
    await expectSame(o8, p8)
  }

  @Test("S3: tuples, destructured in every way")
  func tuples() async {
    let o1 = optional.map { ($0, "\($0)") }
    let p1 = promise.map { ($0, "\($0)") }
    await expectSame(o1, p1)

    let o2 = optional.map { ($0, "\($0)", 1.5) }.map { (a, b, c) in "\(a)\(b)\(c)" }
    let p2 = promise.map { ($0, "\($0)", 1.5) }.map { (a, b, c) in "\(a)\(b)\(c)" }
    await expectSame(o2, p2)

    let o3 = optional.map { ($0, $0 + 1) }.map { max($0, $1) }
    let p3 = promise.map { ($0, $0 + 1) }.map { max($0, $1) }
    await expectSame(o3, p3)

    let o4 = optional.map { (low: $0, high: $0 + 1) }.map { $0.low...$0.high }
    let p4 = promise.map { (low: $0, high: $0 + 1) }.map { $0.low...$0.high }
    await expectSame(o4, p4)

    let o5 = optional.map { ($0, $0 + 1) }.map { a, b in
      let sum = a + b
      return sum * sum
    }
    let p5 = promise.map { ($0, $0 + 1) }.map { a, b in
      let sum = a + b
      return sum * sum
    }
    await expectSame(o5, p5)

    let o6 = optional.map { ($0, $0) }.map(+)
    let p6 = promise.map { ($0, $0) }.map(+)
    await expectSame(o6, p6)

    let o7 = optional.map { ("Ada", $0) }.map(Person.init)
    let p7 = promise.map { ("Ada", $0) }.map(Person.init)
    await expectSame(o7, p7)
  }

  @Test("S3: members, by name and by key path")
  func members() async {
    let o1: Person? = optional.map { _ in .nobody }
    let p1: Promise<Person> = promise.map { _ in .nobody }
    await expectSame(o1, p1)

    let o2: Person? = optional.map { .named("\($0)") }
    let p2: Promise<Person> = promise.map { .named("\($0)") }
    await expectSame(o2, p2)

    let o3 = o2.map(\.name)
    let p3 = p2.map(\.name)
    await expectSame(o3, p3)

    let o4 = o2.map(\.name.count).map(\.description).map(\.self)
    let p4 = p2.map(\.name.count).map(\.description).map(\.self)
    await expectSame(o4, p4)

    let path = \Person.name
    let o5 = o2.map { $0[keyPath: path] }
    let p5 = p2.map { $0[keyPath: path] }
    await expectSame(o5, p5)

    let o6 = o2.map { $0.greets("Alan") }.map { $0.split(separator: " ") }.map {
      $0.map(String.init)
    }
    let p6 = p2.map { $0.greets("Alan") }.map { $0.split(separator: " ") }.map {
      $0.map(String.init)
    }
    await expectSame(o6, p6)

    let o7 = optional.map { String($0, radix: 2) }.map { $0.reversed() }.map { String($0) }
    let p7 = promise.map { String($0, radix: 2) }.map { $0.reversed() }.map { String($0) }
    await expectSame(o7, p7)

    let o8 = optional.map { (0..<$0).lazy.map { $0 * 2 } }.map { Array($0) }
    let p8 = promise.map { (0..<$0).lazy.map { $0 * 2 } }.map { Array($0) }
    await expectSame(o8, p8)
  }

  @Test("S3: opaque types and existentials")
  func protocols() async {
    let o1 = optional.map { opaqueShape($0) }.map { $0.area }
    let p1 = promise.map { opaqueShape($0) }.map { $0.area }
    await expectSame(o1, p1)

    let o2 = optional.map(anyShape).map(\.area)
    let p2 = promise.map(anyShape).map(\.area)
    await expectSame(o2, p2)

    let o3: (any Shape)? = optional.map { Square(side: $0) }
    let p3: Promise<any Shape> = promise.map { Square(side: $0) }
    await expectSame(o3, p3)

    let o4: (any Error)? = optional.map { _ in TestError.first }
    let p4: Promise<any Error> = promise.map { _ in TestError.first }
    await expectSame(o4, p4)

    let o5 = optional.map { Result<Int, any Error>.success($0) }.map { try? $0.get() }
    let p5 = promise.map { Result<Int, any Error>.success($0) }.map { try? $0.get() }
    await expectSame(o5, p5)
  }
}
