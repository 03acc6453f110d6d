// Competitors: OpenCombine. A future is a publisher of one value, and a chain is built when
// something subscribes to it.

import OpenCombine

enum OpenCombinePeers {
  private static let name = "OpenCombine Future"
  /// A chain of 1,000 links would overflow a thread's stack.
  private static let links = 100

  static let settled = Competitor.onThread(name) { rounds in
    for round in 0..<rounds {
      let future = Future<Int, Never> { $0(.success(round)) }
      future.sink { keep($0) }.cancel()
    }
  }

  static let pending = Competitor.onThread(name) { rounds in
    for round in 0..<rounds {
      let (future, settle) = pair()
      settle(.success(round))
      future.sink { keep($0) }.cancel()
    }
  }

  static let chain = Competitor.onThread(name, operations: links) { rounds in
    for round in 0..<rounds { chain(links, round) }
  }

  static func chain(_ links: Int, _ value: Int) {
    let (future, settle) = pair()
    var last = future.eraseToAnyPublisher()
    for _ in 0..<links { last = last.map { $0 &+ 1 }.eraseToAnyPublisher() }
    let subscription = last.sink { keep($0) }
    settle(.success(value))
    subscription.cancel()
  }

  private static func pair() -> (Future<Int, Never>, Future<Int, Never>.Promise) {
    var settle: Future<Int, Never>.Promise = { _ in }
    let future = Future<Int, Never> { settle = $0 }
    return (future, settle)
  }
}
