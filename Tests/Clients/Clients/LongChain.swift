// A chain of thirty links, like one in a screen that calls one service after another.
//
// A closure that is a single expression with operators, or a tuple, declares its result type.
// Otherwise the compiler would check it again for every choice in the links that follow.

import AsyncPromises

nonisolated struct Shop: Sendable {
  struct Item: Sendable {
    var name: String
    var price: Int
  }

  struct Order: Sendable {
    var items: [Item]
    var total = 0
    var isPaid = false
  }

  enum Failure: Error {
    case soldOut
    case declined
  }

  let isOpen: Bool

  func items() -> Promise<[Item]> {
    Promise {
      [Item(name: "tea", price: 3), Item(name: "cup", price: 8), Item(name: "pot", price: 30)]
    }
  }

  func stock(of item: Item) async throws -> Int {
    if item.price > 20 { throw Failure.soldOut }
    return item.price
  }

  func discount(for count: Int) -> Promise<Int> { .fulfilled(count > 1 ? 2 : 0) }
  func postage(of order: Order) async throws -> Int { order.items.count }
  func currency() -> Promise<String> { .fulfilled("EUR") }

  func pay(_ order: Order) async throws -> Order {
    guard isOpen else { throw Failure.declined }
    var paid = order
    paid.isPaid = true
    return paid
  }
}

@MainActor
final class LongChain {
  private(set) var messages: [String] = []
  private(set) var isBusy = false
  private var limit = 20
  private let shop: Shop

  init(shop: Shop) {
    self.shop = shop
  }

  func buy() -> Promise<String> {
    isBusy = true
    let shop = shop
    return shop.items()
      .validate { !$0.isEmpty }
      .map { [weak self] items -> [Shop.Item] in
        items.filter { $0.price <= self?.limit ?? 0 }
      }
      .tap { [weak self] _ in self?.note("chosen") }
      .map(.async) { items in
        var inStock: [Shop.Item] = []
        for item in items where try await shop.stock(of: item) > 0 {
          inStock.append(item)
        }
        return inStock
      }
      .recover(from: CancellationError.self) { _ in [] }
      .map { Shop.Order(items: $0) }
      .map { order in
        var order = order
        order.total = order.items.map(\.price).reduce(0, +)
        return order
      }
      .then { order in shop.discount(for: order.items.count).map { (order, $0) } }
      .map { order, discount -> Shop.Order in
        var order = order
        order.total -= discount
        return order
      }
      .map(.async) { order -> (Shop.Order, Int) in (order, try await shop.postage(of: order)) }
      .map { order, postage -> Shop.Order in
        var order = order
        order.total += postage
        return order
      }
      .tap { [weak self] _ in self?.note("priced") }
      .validate { [weak self] in $0.total < self?.limit ?? 0 }
      .map(.async) { [weak self] in try await self?.confirm($0) ?? $0 }
      .then(.async) { order in
        let paid = try await shop.pay(order)
        return .fulfilled(paid)
      }
      .catch(Shop.Failure.self) { [weak self] in self?.note("\($0)") }
      .recover(.async) { [weak self] error in
        guard let self, case Shop.Failure.declined = error else { throw error }
        return try await payLater()
      }
      .recover(.promise) { _ in .fulfilled(Shop.Order(items: [])) }
      .tap { [weak self] in if case .success(let order) = $0 { self?.note("\(order.isPaid)") } }
      .map { $0.items.map(\.name) }
      .map { $0.joined(separator: " and ") }
      .then { names in shop.currency().map { "\(names), in \($0)" } }
      .map { "\($0)." }
      .map { $0.uppercased() }
      .map(.async) { [weak self] in await self?.sign($0) ?? $0 }
      .then { .fulfilled($0) }
      .validate { !$0.isEmpty }
      .tap { [weak self] _ in self?.note("done") }
      .catch { [weak self] in self?.note("failed: \($0)") }
      .finally { [weak self] in self?.isBusy = false }
  }

  private func note(_ message: String) {
    messages.append(message)
  }

  private func confirm(_ order: Shop.Order) async throws -> Shop.Order {
    note("confirmed")
    return order
  }

  private func payLater() async throws -> Shop.Order {
    Shop.Order(items: [Shop.Item(name: "bill", price: 0)])
  }

  private func sign(_ text: String) async -> String {
    text + "!"
  }
}
