// S3: `flatMap`, which corresponds to `then`.

import AsyncPromises
import Testing

extension OptionalChainTests {
  @Test("S3: then with single-expression closures")
  func thenSingleExpressions() async {
    let o1 = optional.flatMap { Optional($0 + 1) }
    let p1 = promise.then { Promise.fulfilled($0 + 1) }
    await expectSame(o1, p1)

    let o2 = optional.flatMap { .some($0 + 1) }
    let p2 = promise.then { .fulfilled($0 + 1) }
    await expectSame(o2, p2)

    let o3 = optional.flatMap { $0 > 1 ? .some("\($0)") : .none }
    let p3 = promise.then { $0 > 1 ? .fulfilled("\($0)") : .rejected(TestError.first) }
    await expectSame(o3, p3)

    let o4 = optional.flatMap { if $0 > 10 { optional } else { nil } }
    let p4 = promise.then { if $0 > 10 { promise } else { .rejected(TestError.first) } }
    await expectSame(o4, p4)

    let o5 = optional.map { _ in optional }.flatMap { $0 }
    let p5 = promise.map { _ in promise }.then { $0 }
    await expectSame(o5, p5)

    let o6 = optional.map { _ in optional }.flatMap(\.self)
    let p6 = promise.map { _ in promise }.then(\.self)
    await expectSame(o6, p6)
  }

  @Test("S3: then in then, with the values of outer closures")
  func nested() async {
    let o1 = optional.flatMap { a in optional.flatMap { b in optional.map { a + b + $0 } } }
    let p1 = promise.then { a in promise.then { b in promise.map { a + b + $0 } } }
    await expectSame(o1, p1)

    let o2 = optional.flatMap { a in optional.map { (a, "\($0)") } }.map { $0 + $1.count }
    let p2 = promise.then { a in promise.map { (a, "\($0)") } }.map { $0 + $1.count }
    await expectSame(o2, p2)

    let o3 = optional.flatMap { a in
      let twice = a * 2
      return optional.flatMap { b in
        let sum = twice + b
        return sum > 3 ? Optional("\(sum)") : nil
      }
    }
    let p3 = promise.then { a in
      let twice = a * 2
      return promise.then { b in
        let sum = twice + b
        return sum > 3 ? Promise.fulfilled("\(sum)") : .rejected(TestError.first)
      }
    }
    await expectSame(o3, p3)

    let o4 = optional.map { ($0, $0 + 1) }.flatMap { a, b in optional.map { $0 * a * b } }
    let p4 = promise.map { ($0, $0 + 1) }.then { a, b in promise.map { $0 * a * b } }
    await expectSame(o4, p4)
  }

  @Test("S3: then with closures that branch and throw")
  func thenBranches() async {
    let o1 = optional.flatMap { number in
      if number > 1 { return Optional(number) }
      return nil
    }
    let p1 = promise.then { number in
      if number > 1 { return Promise.fulfilled(number) }
      return .rejected(TestError.first)
    }
    await expectSame(o1, p1)

    let o2 = optional.flatMap { number -> String? in
      switch number {
      case 0: return nil
      case let many where many > 3: return "\(many)"
      default: return .some("few")
      }
    }
    let p2 = promise.then { number -> Promise<String> in
      switch number {
      case 0: return .rejected(TestError.first)
      case let many where many > 3: return .fulfilled("\(many)")
      default: return .fulfilled("few")
      }
    }
    await expectSame(o2, p2)

    let o3 = optional.flatMap {
      switch $0 {
      case 1: Optional("one")
      default: nil
      }
    }
    let p3 = promise.then {
      switch $0 {
      case 1: Promise.fulfilled("one")
      default: .rejected(TestError.first)
      }
    }
    await expectSame(o3, p3)

    let o4 = try? optional.flatMap { number in
      if number > 3 { throw TestError.second }
      return optional
    }
    let p4 = promise.then { number in
      if number > 3 { throw TestError.second }
      return promise
    }
    await expectSame(o4, p4)

    let o5 = try? optional.flatMap { Optional(try onlyEven($0)) }
    let p5 = promise.then { Promise.fulfilled(try onlyEven($0)) }
    await expectSame(o5, p5)
  }

  @Test("S3: asynchronous closures have the same results as synchronous ones")
  func asynchronous() async {
    let o1 = optional.map { halved($0) + 1 }
    let p1 = promise.map(.async) { await halvedLater($0) + 1 }
    await expectSame(o1, p1)

    let o2 = try? optional.map { try onlyEven($0) }.map { "\($0)" }
    let p2 = promise.map(.async) { try await onlyEvenLater($0) }.map { "\($0)" }
    await expectSame(o2, p2)

    let o3 = optional.map { ("a", $0) }.map { text, number in
      let other = halved(number)
      return (text, other)
    }
    let p3 = promise.map { ("a", $0) }.map(.async) { text, number in
      let other = await halvedLater(number)
      return (text, other)
    }
    await expectSame(o3, p3)

    let o4 = optional.flatMap { number in
      let other = halved(number)
      return optional.map { $0 + other }
    }
    let p4 = promise.then(.async) { number in
      let other = await halvedLater(number)
      return promise.map { $0 + other }
    }
    await expectSame(o4, p4)

    let o5 = optional.flatMap { halved($0) > 1 ? .some($0) : .none }
    let p5 = promise.then(.async) {
      await halvedLater($0) > 1 ? .fulfilled($0) : .rejected(TestError.first)
    }
    await expectSame(o5, p5)
  }
}
