// The library under a program: every operation as a user would call it, or one level below where
// a call would report a mistake that the program makes on purpose.

#if DEBUG
  @testable import AsyncPromises

  /// `@unchecked Sendable`: a program and all its jobs run on one thread.
  final class Library: @unchecked Sendable {
    private var promises: [Promise<Outcome>?] = []
    private var resolvers: [Int: Resolver<Outcome>] = [:]
    private var consumers: [Int: Consumer] = [:]
    private var waiters: [Int: Task<Void, Never>] = [:]
    private var exists: Set<Int> = []
    private let executor = ManualExecutor()
    private var answers: [Bool] = []
    private var journals: [Journal] = []
    private var isDraining = false
    private var watched: [WeakReference] = []
    /// What settles the promises that were told to follow others.
    private var relays: [WeakReference] = []

    /// Each operation is one request.
    @TaskLocal private static var isInRequest = false

    private struct WeakReference {
      weak var object: AnyObject?
    }

    var view: View {
      View(
        answers: answers, outcomes: promises.map { $0?.current.map(Outcome.init) },
        journals: journals)
    }

    /// Runs a program, and then what settles all that it has left pending.
    ///
    /// - Returns: what can be seen after each operation, and how many objects have leaked.
    static func run(_ operations: [Operation]) -> (views: [View], leaks: Int) {
      let library = Library()
      let views = TrackingContext.$current.withValue(.outside(.process)) {
        Tasks.$executor.withValue(library.executor) {
          operations.map { operation in
            library.perform(operation)
            return library.view
          }
        }
      }
      return (views, library.end())
    }

    /// Lets go of everything.
    ///
    /// - Returns: how many objects are still there.
    func end() -> Int {
      promises = []
      resolvers = [:]
      consumers = [:]
      waiters = [:]
      defer { breakRings() }
      return watched.count { $0.object != nil }
    }

    /// What stands in a ring keeps itself until one of it is cancelled. Each has a promise that was
    /// told to follow another one.
    private func breakRings() {
      Tasks.$executor.withValue(executor) {
        for relay in relays {
          if let cell = relay.object as? Cell { Trampoline.run { _ = cell.cancel(&$0) } }
        }
        isDraining = true
        executor.drain()
      }
    }

    func perform(_ operation: Operation) {
      Self.$isInRequest.withValue(true) { performInRequest(operation) }
    }

    private func performInRequest(_ operation: Operation) {
      switch operation {
      case .make(let new):
        guard !exists.contains(new) else { break }
        let cell = ValueCell<Outcome>()
        resolvers[new] = Resolver(cell)
        add(new, Promise(cell: cell))
      case .fulfil(let p, let value): resolve(p) { $0.fulfill(.value(value), &$1) }
      case .reject(let p, let error): resolve(p) { $0.reject(ProgramError(number: error), &$1) }
      case .follow(let p, let inner):
        guard let inner = self[inner] else { break }
        resolve(p) { $0.follow(inner.cell, &$1) }
        if let cell = resolvers[p]?.cell { relays.append(WeakReference(object: cell.root)) }
      case .followAtLast(let p, let inner):
        perform(.follow(p, inner))
        perform(.dropResolver(p))
      case .cancel(let p):
        if let promise = self[p] { answers.append(promise.cancel()) }
      case .onCancel(let p):
        guard let resolver = resolvers[p] else { break }
        let token = watch(Token())
        resolver.onCancel {
          token.use()
          self.journals[p].cancellations += 1
          if Self.isInRequest { self.journals[p].strangers += 1 }
        }
      case .dropResolver(let p): resolvers[p] = nil
      case .dropPromise(let p): if self[p] != nil { promises[p] = nil }
      case .derive(let new, let source, let handler):
        guard !exists.contains(new), let promise = self[source] else { break }
        if let derived = derive(new, from: promise, source, handler) { add(new, derived) }
      case .group(let new, let kind, let inputs, let losers):
        let promises = inputs.compactMap { self[$0] }
        guard !exists.contains(new), promises.count == inputs.count else { break }
        add(new, group(kind, promises, losers))
      case .attach(let c, let p):
        if consumers[c]?.isAttached != true, let promise = self[p] {
          consumer(c).attach(to: promise.cell) { self.journals[p].consumers.append($0) }
        }
      case .leave(let c): consumer(c).leave()
      case .shield(let new, let source):
        guard !exists.contains(new), let promise = self[source] else { break }
        add(new, Promise(cell: promise.shielded(fileID: "", line: 0).ignoreErrors().cell))
      case .wait(let w, let p):
        if waiters[w] == nil, let promise = self[p] {
          waiters[w] = wait(w, for: p) { await promise.result }
        }
      case .get(let w, let p):
        if waiters[w] == nil, let promise = self[p] {
          waiters[w] = wait(w, for: p) {
            do { return .success(try await promise.get()) } catch { return .failure(error) }
          }
        }
      case .stopWaiting(let w): waiters[w]?.cancel()
      case .drain:
        isDraining = true
        executor.drain()
        isDraining = false
      }
    }

    private subscript(number: Int) -> Promise<Outcome>? {
      promises.indices.contains(number) ? promises[number] : nil
    }

    private func add(_ new: Int, _ promise: Promise<Outcome>) {
      while promises.count <= new {
        promises.append(nil)
        journals.append(Journal())
      }
      promises[new] = promise
      exists.insert(new)
      _ = watch(promise.cell)
    }

    private func watch<Object: AnyObject>(_ object: Object) -> Object {
      watched.append(WeakReference(object: object))
      return object
    }

    /// Without the resolver, which reports a call that comes too late.
    private func resolve(
      _ p: Int, _ body: (ValueCell<Outcome>, inout Trampoline) -> Bool
    ) {
      guard let cell = resolvers[p]?.cell else { return }
      answers.append(Trampoline.run { body(cell, &$0) })
    }

    private func consumer(_ c: Int) -> Consumer {
      if let consumer = consumers[c] { return consumer }
      let consumer = watch(Consumer(c))
      consumers[c] = consumer
      return consumer
    }

    private func wait(
      _ w: Int, for p: Int,
      _ body: @escaping @Sendable () async -> Result<Outcome, any Error>
    ) -> Task<Void, Never> {
      Task(executorPreference: executor) {
        let outcome = Outcome(await body())
        self.journals[p].waiters.append(.init(consumer: w, outcome: outcome))
      }
    }

    // MARK: Handlers and groups

    /// A promise whose failure is nobody's concern: what a program leaves is not to be reported.
    private func derive(
      _ new: Int, from promise: Promise<Outcome>, _ source: Int, _ handler: Handler
    ) -> Promise<Outcome>? {
      let token = watch(Token())
      let note: @Sendable (Outcome?) -> Void = { outcome in
        token.use()
        // B1: never on the stack of the call that settles, nor of the one that registers.
        precondition(self.isDraining, "A handler runs in a call.")
        self.journals[source].handlers.append(.init(consumer: new, outcome: outcome))
        if Self.isInRequest { self.journals[source].strangers += 1 }
      }
      let result = Outcome.value(100 + new)
      switch handler {
      case .map:
        return promise.map { (value: Outcome) in
          note(value)
          return result
        }.ignoreErrors()
      case .throwing:
        return promise.map { (value: Outcome) -> Outcome in
          note(value)
          throw ProgramError(number: 100 + new)
        }.ignoreErrors()
      case .catch:
        return promise.catch { note(Outcome(.failure($0))) }.ignoreErrors()
      case .recover:
        return promise.recover { (error: any Error) -> Outcome in
          note(Outcome(.failure(error)))
          return result
        }.ignoreErrors()
      case .finally:
        return promise.finally { note(nil) }.ignoreErrors()
      case .then(let inner):
        guard let inner = self[inner] else { return nil }
        return promise.then { (value: Outcome) -> Promise<Outcome> in
          note(value)
          return inner
        }.ignoreErrors()
      case .recoverThen(let inner):
        guard let inner = self[inner] else { return nil }
        return promise.recover(.promise) { (error: any Error) -> Promise<Outcome> in
          note(Outcome(.failure(error)))
          return inner
        }.ignoreErrors()
      case .tap(let operation):
        return promise.tap { outcome in
          note(Outcome(outcome))
          self.perform(operation)
        }.ignoreErrors()
      }
    }

    private func group(
      _ kind: GroupKind, _ promises: [Promise<Outcome>], _ losers: LoserPolicy
    ) -> Promise<Outcome> {
      let cells = promises.map(\.cell)
      let collect: @Sendable () -> Outcome = {
        .values(promises.compactMap { $0.current.map(Outcome.init) })
      }
      return switch kind {
      case .all: Promise.all(cells, losers: losers, .none, collect)
      case .allSettled: Promise.allSettled(cells, .none, collect)
      case .any: Promise.any(promises, losers: losers).ignoreErrors()
      case .race: Promise.race(promises, losers: losers).ignoreErrors()
      }
    }
  }
#endif
