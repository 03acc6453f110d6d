// Promises for the code in Screens.swift.

import Dispatch
import PromiseKitCompat

enum MainQueue {
  private static let key = DispatchSpecificKey<Bool>()
  private static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: true)

  static var isCurrent: Bool {
    mark
    return DispatchQueue.getSpecific(key: key) ?? false
  }
}

struct NoNumber: Error {}

protocol NumberSource {
  func number(_ id: Int) -> Promise<Int>
}

class NumberCells {}

final class NumberStore: NumberCells, NumberSource {
  func number(_ id: Int) -> Promise<Int> {
    guard id > 0 else { return Promise(error: NoNumber()) }
    return Promise.value(id)
  }
}

func doubled(_ id: Int) -> Promise<Int> {
  firstly { () -> Promise<Int> in
    guard id > 0 else { throw NoNumber() }
    return .value(id)
  }.map { $0 * 2 }
}
