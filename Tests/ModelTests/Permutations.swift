// Every order of a set of operations, each run on fresh promises.

#if DEBUG
  /// Runs every order of some operations, and compares the library with the model after each of
  /// them. Orders with the same beginning share the model's work, and are compared once.
  struct Permutations: Sendable {
    private let promises: Int
    /// The current order, and what the model shows after each of its operations.
    private var order: [Operation] = []
    private var views: [View] = []
    /// How many operations of the order have been compared.
    private var compared = 0

    private(set) var count = 0
    /// The first order in which library and model differ.
    private(set) var difference: String?

    private init(on promises: Int) {
      self.promises = promises
    }

    static func of(_ operations: [Operation], on promises: Int) async -> Permutations {
      await onOwnThread {
        var permutations = Permutations(on: promises)
        permutations.search(operations, Model((0..<promises).map { .make($0) }))
        return permutations
      }
    }

    private mutating func search(_ rest: [Operation], _ model: Model) {
      guard !rest.isEmpty else { return run() }
      for index in rest.indices {
        var others = rest
        let operation = others.remove(at: index)
        var next = model
        next.finish(operation)
        order.append(operation)
        views.append(next.view)
        search(others, next)
        order.removeLast()
        views.removeLast()
        compared = min(compared, order.count)
      }
    }

    private mutating func run() {
      count += 1
      let library = Library()
      for promise in 0..<promises { library.perform(.make(promise)) }
      for (index, operation) in order.enumerated() {
        library.perform(operation)
        guard index >= compared, library.view != views[index] else { continue }
        // The model took the first choice each time. Other choices may allow what was seen.
        if isAllowed { break }
        return fail(index, library.view)
      }
      compared = order.count
      for promise in 0..<promises { library.perform(.cancel(promise)) }
      if library.end() != (0, 0) { fail(order.endIndex - 1, library.view) }
    }

    private var isAllowed: Bool {
      let operations = (0..<promises).map { Operation.make($0) } + order
      return Comparison().allows(operations, Library.run(operations).views)
    }

    private mutating func fail(_ index: Int, _ seen: View) {
      guard difference == nil else { return }
      difference = """
        after \(order[index])
        \(Program(operations: order))
          library: \(seen)
          model:   \(views[index])
        """
    }
  }
#endif
