// Several promises at once: all, the first one, the first one that is fulfilled.

import PromiseKitCompat

struct GroupDesk: Sendable {
  let desk = Desk()

  /// Several results, of several types.
  func both() -> Promise<String> {
    firstly {
      when(fulfilled: desk.user(1), desk.names())
    }.map { user, names in
      "\(user.name) of \(names.count)"
    }
  }

  func users(_ ids: [Int]) -> Promise<[String]> {
    when(fulfilled: ids.map { desk.user($0) }).mapValues(\.name)
  }

  func saved(_ names: [String]) -> Promise<Void> {
    when(fulfilled: names.map { desk.save($0) })
  }

  func twice(_ name: String) -> Promise<Void> {
    when(fulfilled: desk.save(name), desk.save(name + name))
  }

  func sure() -> Guarantee<[Int]> {
    when(guarantees: [1, 2].map { .value($0) })
  }

  func sureAndMore() -> Guarantee<String> {
    when(guarantees: Guarantee.value(1), Guarantee.value("a")).map { "\($0)\($1)" }
  }

  func listed() -> Guarantee<[Int]> {
    when(Guarantee.value(1), Guarantee.value(2))
  }

  func first(_ number: Promise<Int>, _ other: Promise<Int>) -> Promise<Int> {
    race(number, other)
  }

  func firstOf(_ numbers: [Promise<Int>]) -> Promise<Int> {
    race(numbers)
  }

  func firstSuccess(_ numbers: [Promise<Int>]) -> Promise<String> {
    race(fulfilled: numbers).map { "\($0)" }
  }

  func successes() -> [Promise<String>] {
    let failed = Promise<Int>(error: DeskError.late)
    return [
      firstSuccess([failed, .value(2)]), firstSuccess([failed, failed]), firstSuccess([]),
    ]
  }

  func races() -> [Promise<Int>] {
    let (pending, seal) = Promise<Int>.pending()
    defer { seal.fulfill(3) }
    let late = Promise<Int>(error: DeskError.late)
    return [first(pending, .value(1)), first(late, pending), firstOf([])]
  }
}
