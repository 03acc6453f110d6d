// Which option would move a chain that stays.

extension Chain {
  /// The one option that would move the chain, if nothing else holds it up.
  var option: String? {
    guard isChain else { return nil }
    var options = links.filter { $0.verdict.reason != nil }.map(\.option)
    if head.verdict?.reason != nil { options.append(head.option) }
    if staying == .heldBack {
      guard let holder, options.isEmpty else { return nil }
      return "--convert \(holder)"
    }
    let all = Set(options)
    return all.count == 1 ? all.first.flatMap(\.self) : nil
  }
}

extension Chain.Head {
  fileprivate var option: String? { verdict?.reason?.option(queue: queue, obstacle) }
}

extension Chain.Link {
  fileprivate var option: String? { verdict.reason?.option(queue: queue, obstacle) }
}

extension Reason {
  fileprivate func option(queue: String?, _ obstacle: Obstacle?) -> String? {
    switch self {
    case .configuredQueue, .catchPolicy, .loggedErrors: "--assume default-settings"
    case .inlineQueue, .inlineExecutor: "--assume later-handlers"
    case .namedQueue: queue.map { "--queue \($0)=Actor" }
    case .notSendable:
      obstacle?.type.flatMap { type in
        let isName = type.allSatisfy { $0.isLetter || $0.isNumber || "._".contains($0) }
        return isName ? "--assume main-actor:\(type) or sendable:\(type)" : nil
      }
    default: nil
    }
  }
}
