// A program as the Swift code that a user would write.

#if DEBUG
  import AsyncPromises
  #if canImport(TestSupport)
    import TestSupport
  #endif

  extension Program: CustomStringConvertible {
    var description: String {
      operations.map { "  \($0)" }.joined(separator: "\n")
    }
  }

  extension Operation: CustomStringConvertible {
    var description: String {
      switch self {
      case .make(let p): "let (p\(p), resolver\(p)) = pending()"
      case .fulfil(let p, let value): "resolver\(p).fulfill(\(value))"
      case .reject(let p, let error): "resolver\(p).reject(\(error))"
      case .follow(let p, let inner): "resolver\(p).follow(p\(inner))"
      case .followAtLast(let p, let inner): "resolver\(p).follow(p\(inner)); resolver\(p) = nil"
      case .cancel(let p): "p\(p).cancel()"
      case .onCancel(let p): "resolver\(p).onCancel {}"
      case .dropResolver(let p): "resolver\(p) = nil"
      case .dropPromise(let p): "p\(p) = nil"
      case .derive(let new, let source, let handler): "let p\(new) = p\(source).\(handler)"
      case .group(let new, let kind, let inputs, let losers):
        "let p\(new) = \(kind)(\(inputs.map { "p\($0)" }.joined(separator: ", ")), "
          + "losers: .\(losers))"
      case .attach(let c, let p): "p\(p).attach(c\(c))"
      case .leave(let c): "c\(c).leave()"
      case .wait(let w, let p): "let w\(w) = Task { await p\(p).result }"
      case .shield(let new, let source): "let p\(new) = p\(source).shielded()"
      case .delay(let new, let seconds): "let p\(new) = delay(for: .seconds(\(seconds)))"
      case .timeout(let new, let source, let seconds):
        "let p\(new) = p\(source).timeout(after: .seconds(\(seconds)))"
      case .advance(let seconds): "clock.advance(by: .seconds(\(seconds)))"
      case .get(let w, let p): "let w\(w) = Task { try await p\(p).get() }"
      case .stopWaiting(let w): "w\(w).cancel()"
      case .drain: "drain()"
      }
    }

    /// The promises that the operation names.
    var promises: [Int] {
      switch self {
      case .make(let p), .fulfil(let p, _), .reject(let p, _), .cancel(let p), .onCancel(let p),
        .dropResolver(let p), .dropPromise(let p), .attach(_, let p), .wait(_, let p),
        .get(_, let p), .delay(let p, _):
        [p]
      case .follow(let p, let inner), .followAtLast(let p, let inner), .shield(let p, let inner),
        .timeout(let p, let inner, _):
        [p, inner]
      case .derive(let new, let source, .following(_, let p)): [new, source, p]
      case .derive(let new, let source, .tap(let operation)): [new, source] + operation.promises
      case .derive(let new, let source, _): [new, source]
      case .group(let new, _, let inputs, _): [new] + inputs
      case .leave, .stopWaiting, .advance, .drain: []
      }
    }
  }

  extension Handler: CustomStringConvertible {
    var description: String {
      switch self {
      case .link(let link): "\(link) {}"
      case .throwing(let link): "\(link) { throw }"
      case .following(let link, let p): "\(link) { p\(p) }"
      case .tap(let operation): "tap { \(operation) }"
      case .delay(let seconds): "delay(by: .seconds(\(seconds)))"
      }
    }
  }
#endif
