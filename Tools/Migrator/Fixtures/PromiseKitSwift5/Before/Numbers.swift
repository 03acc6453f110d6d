// Promises for the code in Screens.swift.

import PromiseKitCompat

protocol NumberSource {
  func number(_ id: Int) -> Promise<Int>
}

class NumberCells {}

final class NumberStore: NumberCells, NumberSource {
  func number(_ id: Int) -> Promise<Int> {
    guard id > 0 else { return Promise(error: OrderError.missing) }
    return Promise.value(id)
  }
}

func doubled(_ id: Int) -> Promise<Int> {
  NumberStore().number(id).map { $0 * 2 }
}
