// An app in the Swift 5 language mode: models are classes, and handlers change objects and local
// variables that aren't `Sendable`.

import Foundation
import PromiseKitCompat

class Order {
  let id: Int
  var title: String
  var lines: [String] = []

  init(id: Int, title: String) {
    self.id = id
    self.title = title
  }
}

enum OrderError: Error { case missing, refused }

protocol OrderService {
  func order(_ id: Int) -> Promise<Order>
  func cancel(_ order: Order) -> Promise<Void>
}

/// Answers on a queue of the system, as a network client does.
class OrderClient: OrderService {
  static let shared = OrderClient()
  private var orders = [1: Order(id: 1, title: "Lamp"), 2: Order(id: 2, title: "Desk")]

  func order(_ id: Int) -> Promise<Order> {
    return Promise { seal in
      fetch(id) { order, error in
        if let order = order {
          seal.fulfill(order)
        } else {
          seal.reject(error ?? OrderError.missing)
        }
      }
    }
  }

  func cancel(_ order: Order) -> Promise<Void> {
    let (promise, seal) = Promise<Void>.pending()
    DispatchQueue.main.async {
      if order.lines.contains("sent") {
        seal.reject(OrderError.refused)
      } else {
        seal.fulfill(())
      }
    }
    return promise
  }

  private func fetch(_ id: Int, completion: @escaping (Order?, Error?) -> Void) {
    DispatchQueue.main.async { completion(self.orders[id], nil) }
  }
}

protocol OrderListDelegate: AnyObject {
  func orderListDidFail(_ list: OrderList, with error: Error)
}

class OrderList {
  weak var delegate: OrderListDelegate?
  var onStart: (() -> Void)?
  var onFinish: (() -> Void)?
  private(set) var orders: [Order] = []
  private(set) var log: [String] = []
  private let service: OrderService

  init(service: OrderService) { self.service = service }

  func load(_ ids: [Int], completion: @escaping () -> Void) {
    onStart?()
    firstly {
      when(fulfilled: ids.map { service.order($0) })
    }.map { orders in
      orders.sorted { $0.title < $1.title }
    }.done { orders in
      self.orders = orders
    }.ensure {
      self.onFinish?()
    }.catch { error in
      self.delegate?.orderListDidFail(self, with: error)
    }.finally {
      completion()
    }
  }

  func rename(_ id: Int, to title: String, completion: @escaping () -> Void) {
    service.order(id).get { [weak self] order in
      self?.log.append("renames \(order.title)")
    }.map { order -> Order in
      order.title = title
      return order
    }.done { [weak self] order in
      self?.log.append(order.title)
      completion()
    }.catch { [weak self] _ in
      self?.log.append("no order \(id)")
      completion()
    }
  }

  func cancelAll(completion: @escaping (Int) -> Void) {
    var cancelled = 0
    let cancels = orders.map { order in
      service.cancel(order).done {
        cancelled += 1
        order.lines.append("cancelled")
      }.recover { (error: Error) -> Void in
        self.log.append("\(order.title): \(error)")
      }
    }
    when(guarantees: cancels).done {
      self.orders.removeAll { $0.lines.contains("cancelled") }
      completion(cancelled)
    }
  }
}
