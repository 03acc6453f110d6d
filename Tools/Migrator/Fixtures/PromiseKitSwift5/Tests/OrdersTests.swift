// Orders.swift at all stages.

import Testing

@MainActor
@Suite("orders, in the Swift 5 language mode")
struct OrdersTests {
  private let list = OrderList(service: OrderClient())

  private func load(_ ids: Int...) async {
    await withCheckedContinuation { continuation in
      list.load(ids) { continuation.resume() }
    }
  }

  @Test("Objects that aren't Sendable are loaded, sorted and kept")
  func success() async {
    var journal: [String] = []
    list.onStart = { journal.append("starts") }
    list.onFinish = { journal.append("ends") }
    await load(1, 2)
    #expect(list.orders.map(\.title) == ["Desk", "Lamp"])
    #expect(journal == ["starts", "ends"])
  }

  @Test("A failure is reported to the delegate")
  func failure() async {
    final class Delegate: OrderListDelegate {
      var errors: [Error] = []
      func orderListDidFail(_ list: OrderList, with error: Error) { errors.append(error) }
    }
    let delegate = Delegate()
    list.delegate = delegate
    await load(1, 9)
    #expect(list.orders.isEmpty)
    #expect(delegate.errors.map { $0 as? OrderError } == [.missing])
  }

  @Test("Handlers with a weak reference change the object and what it holds", arguments: [1, 9])
  func rename(id: Int) async {
    await withCheckedContinuation { continuation in
      list.rename(id, to: "Chair") { continuation.resume() }
    }
    #expect(list.log == (id == 1 ? ["renames Lamp", "Chair"] : ["no order 9"]))
  }

  @Test("Handlers change a local variable")
  func cancelAll() async {
    await load(1, 2)
    list.orders[0].lines.append("sent")
    let cancelled = await withCheckedContinuation { continuation in
      list.cancelAll { continuation.resume(returning: $0) }
    }
    #expect(cancelled == 1)
    #expect(list.orders.map(\.title) == ["Desk"])
    #expect(list.log == ["Desk: refused"])
  }
}
