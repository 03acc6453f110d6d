// S3: functions by name, overloaded or not, and chains in generic code and in methods.

import AsyncPromises
import Testing

extension OptionalChainTests {
  @Test("S3: functions by name")
  func functions() async {
    let o1 = optional.map(halved).map(String.init).map(\.count)
    let p1 = promise.map(halved).map(String.init).map(\.count)
    await expectSame(o1, p1)

    let o2 = optional.map(Double.init).map(Optional.some).map(Optional.init)
    let p2 = promise.map(Double.init).map(Optional.some).map(Optional.init)
    await expectSame(o2, p2)

    let o3 = try? optional.map(onlyEven)
    let p3 = promise.map(onlyEven)
    await expectSame(o3, p3)

    let o4 = optional.map(abs).map(String.init(describing:)).map(Array.init)
    let p4 = promise.map(abs).map(String.init(describing:)).map(Array.init)
    await expectSame(o4, p4)

    let o5 = optional.map { ($0, 2) }.map(max).map { $0...($0 + 2) }.map(Array.init)
    let p5 = promise.map { ($0, 2) }.map(max).map { $0...($0 + 2) }.map(Array.init)
    await expectSame(o5, p5)

    let o6 = optional.flatMap(Optional.some).map(Square.init).map(\.area)
    let p6 = promise.then(Promise.fulfilled).map(Square.init).map(\.area)
    await expectSame(o6, p6)

    let o7 = optional.map(plus).map(Self.twice).map(self.plus)
    let p7 = promise.map(plus).map(Self.twice).map(self.plus)
    await expectSame(o7, p7)

    let o8 = Optional(Person.nobody).map(Person.older).map { $0(6) }
    let p8 = Promise.fulfilled(Person.nobody).map(Person.older).map { $0(6) }
    await expectSame(o8, p8)
  }

  @Test("S3: overloaded functions")
  func overloads() async {
    let o1 = optional.map(described) as String?
    let p1 = promise.map(described) as Promise<String>
    await expectSame(o1, p1)

    let o2: [Character]? = optional.map { described($0) }
    let p2: Promise<[Character]> = promise.map { described($0) }
    await expectSame(o2, p2)

    let o3 = optional.map { described("\($0)") }.map { described($0) }
    let p3 = promise.map { described("\($0)") }.map { described($0) }
    await expectSame(o3, p3)

    let o4 = optional.flatMap(found).map(\.description).flatMap(found)
    let p4 = promise.then(found).map(\.description).then(found)
    await expectSame(o4, p4)

    let o5 = optional.flatMap { found($0 - 5) }
    let p5 = promise.then { found($0 - 5) }
    await expectSame(o5, p5)

    let o6 = optional.flatMap { number in
      switch number {
      case 0: return found(number)
      case let many where many > 3: return found(many)
      default: return nil
      }
    }
    let p6 = promise.then { number in
      switch number {
      case 0: return found(number)
      case let many where many > 3: return found(many)
      default: return .rejected(TestError.first)
      }
    }
    await expectSame(o6, p6)
  }

  @Test("S3: chains in generic code")
  func generic() async {
    func chains<T: FixedWidthInteger & Sendable>(_ optional: T?, _ promise: Promise<T>) async {
      let o1 = optional.map { $0 &+ T.max }
      let p1 = promise.map { $0 &+ T.max }
      await expectSame(o1, p1)

      let o2 = optional.map { n in (0..<3).map { n + T($0) }.reduce(0, +) }.map(Int.init)
      let p2 = promise.map { n in (0..<3).map { n + T($0) }.reduce(0, +) }.map(Int.init)
      await expectSame(o2, p2)

      let o3 = optional.flatMap { $0 > 1 ? Optional([$0]) : nil }.map(\.count)
      let p3 = promise.then { $0 > 1 ? Promise.fulfilled([$0]) : .rejected(TestError.first) }
        .map(\.count)
      await expectSame(o3, p3)

      let o4 = optional.map(\.bitWidth).map { T(clamping: $0) }.map(T.init(bigEndian:))
      let p4 = promise.map(\.bitWidth).map { T(clamping: $0) }.map(T.init(bigEndian:))
      await expectSame(o4, p4)
    }
    await chains(optional, promise)
    await chains(Optional<UInt8>(6), Promise<UInt8>.fulfilled(6))
  }

  @Test("S3: chains in a method, with implicit self")
  func implicitSelf() async {
    let o1 = optional.map { $0 + offset }.map { plus($0) }
    let p1 = promise.map { $0 + offset }.map { plus($0) }
    await expectSame(o1, p1)

    let o2 = optional.flatMap { number in
      let sum = number + offset
      return optional.map { plus($0) + sum + offset }
    }
    let p2 = promise.then { number in
      let sum = number + offset
      return promise.map { plus($0) + sum + offset }
    }
    await expectSame(o2, p2)
  }

  private func plus(_ number: Int) -> Int { number + offset }
  private static func twice(_ number: Int) -> Int { number * 2 }
}
