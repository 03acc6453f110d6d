// S3: map with single-expression and multi-statement closures.

import AsyncPromises
import Testing

extension OptionalChainTests {
  @Test("S3: single-expression closures")
  func singleExpressions() async {
    let o1 = optional.map { $0 + 1 }
    let p1 = promise.map { $0 + 1 }
    await expectSame(o1, p1)

    let o2 = optional.map { $0 * 2 + 1 }.map { $0 / 3 - 4 }.map { "\($0)" + "!" }.map { $0.count }
    let p2 = promise.map { $0 * 2 + 1 }.map { $0 / 3 - 4 }.map { "\($0)" + "!" }.map { $0.count }
    await expectSame(o2, p2)

    let o3 = optional.map { Double($0) / 4 }.map { $0.rounded() }.map { Int($0) << 2 | 1 }
    let p3 = promise.map { Double($0) / 4 }.map { $0.rounded() }.map { Int($0) << 2 | 1 }
    await expectSame(o3, p3)

    let o4 = optional.map { $0 > 1 && $0 < 10 || $0 == 5 }.map { !$0 }
    let p4 = promise.map { $0 > 1 && $0 < 10 || $0 == 5 }.map { !$0 }
    await expectSame(o4, p4)

    let o5 = optional.map { $0 > 1 ? 1.5 : 2 }
    let p5 = promise.map { $0 > 1 ? 1.5 : 2 }
    await expectSame(o5, p5)

    let o6: Void? = optional.map { _ in }
    let p6 = promise.map { _ in }
    await expectSame(o6, p6)

    let o7 = optional.map { (number: Int) -> String in "\(number)" }
    let p7 = promise.map { (number: Int) -> String in "\(number)" }
    await expectSame(o7, p7)

    let o8 = optional.map { (0..<$0).map { $0 * $0 }.filter { $0 > 2 }.reduce(0, +) }
    let p8 = promise.map { (0..<$0).map { $0 * $0 }.filter { $0 > 2 }.reduce(0, +) }
    await expectSame(o8, p8)

    let o9 = optional.map { try? onlyEven($0) }.map { $0 ?? 0 }
    let p9 = promise.map { try? onlyEven($0) }.map { $0 ?? 0 }
    await expectSame(o9, p9)

    let o10 = optional.map { number in { (other: Int) in other + number }(3) }
    let p10 = promise.map { number in { (other: Int) in other + number }(3) }
    await expectSame(o10, p10)
  }

  @Test("S3: multi-statement closures")
  func severalStatements() async {
    let o1 = optional.map { number in
      let twice = number * 2
      return "\(twice)"
    }
    let p1 = promise.map { number in
      let twice = number * 2
      return "\(twice)"
    }
    await expectSame(o1, p1)

    let o2 = optional.map { number -> [Int] in
      var numbers: [Int] = []
      for other in 0..<number where other != 3 { numbers.append(other) }
      return numbers
    }
    let p2 = promise.map { number -> [Int] in
      var numbers: [Int] = []
      for other in 0..<number where other != 3 { numbers.append(other) }
      return numbers
    }
    await expectSame(o2, p2)

    let o3 = optional.map { number in
      func plus(_ other: Int) -> Int { number + other }
      var twice: Int { plus(number) }
      defer { _ = plus(1) }
      return [twice, plus(2)]
    }
    let p3 = promise.map { number in
      func plus(_ other: Int) -> Int { number + other }
      var twice: Int { plus(number) }
      defer { _ = plus(1) }
      return [twice, plus(2)]
    }
    await expectSame(o3, p3)

    let o4 = optional.map { Person(name: "Ada", age: $0) }.map {
      var person = $0
      person.age += 1
      return person
    }
    let p4 = promise.map { Person(name: "Ada", age: $0) }.map {
      var person = $0
      person.age += 1
      return person
    }
    await expectSame(o4, p4)

    let o5 = optional.map { number in
      do {
        return try onlyEven(number + 1)
      } catch {
        return -1
      }
    }
    let p5 = promise.map { number in
      do {
        return try onlyEven(number + 1)
      } catch {
        return -1
      }
    }
    await expectSame(o5, p5)
  }

  @Test("S3: closures that branch")
  func branches() async {
    let o1 = optional.map { if $0 > 1 { "many" } else { "one" } }
    let p1 = promise.map { if $0 > 1 { "many" } else { "one" } }
    await expectSame(o1, p1)

    let o2 = optional.map { number in
      switch number {
      case 0: "none"
      case 1...6: "some"
      default: "many"
      }
    }
    let p2 = promise.map { number in
      switch number {
      case 0: "none"
      case 1...6: "some"
      default: "many"
      }
    }
    await expectSame(o2, p2)

    let o3 = optional.map { number in
      if number > 1 { return "many" }
      guard number != 1 else { return "one" }
      return "none"
    }
    let p3 = promise.map { number in
      if number > 1 { return "many" }
      guard number != 1 else { return "one" }
      return "none"
    }
    await expectSame(o3, p3)

    let o4: Double? = optional.map { if $0 > 1 { 1 } else { .pi } }
    let p4: Promise<Double> = promise.map { if $0 > 1 { 1 } else { .pi } }
    await expectSame(o4, p4)

    let o5: Double?? = optional.map { number in
      if number > 1 { return nil }
      return 1
    }
    let p5: Promise<Double?> = promise.map { number in
      if number > 1 { return nil }
      return 1
    }
    await expectSame(o5, p5)
  }

  @Test("S3: closures that throw")
  func throwing() async {
    let o1 = try? optional.map { try onlyEven($0) }
    let p1 = promise.map { try onlyEven($0) }
    await expectSame(o1, p1)

    let o2 = try? optional.map { try onlyEven($0 + 1) }.map { $0 * 2 }
    let p2 = promise.map { try onlyEven($0 + 1) }.map { $0 * 2 }
    await expectSame(o2, p2)

    let o3 = try? optional.map { number in
      guard number < 3 else { throw TestError.first }
      return number
    }
    let p3 = promise.map { number in
      guard number < 3 else { throw TestError.first }
      return number
    }
    await expectSame(o3, p3)

    let o4 = try? optional.map { (number) throws(TestError) -> Int in throw .first }
    let p4 = promise.map { (number) throws(TestError) -> Int in throw .first }
    await expectSame(o4, p4)

    let o5 = try? optional.map { number in
      switch number {
      case 6: "six"
      default: throw TestError.first
      }
    }
    let p5 = promise.map { number in
      switch number {
      case 6: "six"
      default: throw TestError.first
      }
    }
    await expectSame(o5, p5)

    let o6: Never? = Optional<Int>.none.map { _ -> Never in fatalError("never called") }
    let p6 = Promise<Int>.rejected(TestError.first)
      .map { _ -> Never in fatalError("never called") }
    await expectSame(o6, p6)
  }
}
