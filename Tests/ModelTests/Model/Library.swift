// The library under a program. Operations are calls as a user would make them, or one level below
// if a call would report a mistake that the program makes on purpose.

#if DEBUG
  @testable import AsyncPromises
  #if canImport(TestSupport)
    import TestSupport
  #endif

  /// `@unchecked Sendable`: a program and all its jobs run on one thread.
  final class Library: @unchecked Sendable {
    private var promises: [Promise<ProgramValue>?] = []
    private var resolvers: [Int: Resolver<ProgramValue>] = [:]
    private var consumers: [Int: Consumer] = [:]
    private var waiters: [Int: Task<Void, Never>] = [:]
    private var exists: Set<Int> = []
    private let environment = ProgramEnvironment()
    private var answers: [Bool] = []
    private var journals: [Journal] = []
    private var isDraining = false
    private var timers: Int?
    private var watched: [WeakReference] = []
    /// The cells that settle the promises that follow others.
    private var relays: [WeakReference] = []

    /// Each operation is one request.
    @TaskLocal private static var isInRequest = false

    typealias Ending = (leaks: Int, intrusions: Int)

    private struct WeakReference {
      weak var object: AnyObject?
    }

    var view: View {
      View(
        answers: answers, outcomes: promises.map { $0?.resultIfSettled.map(Outcome.init(of:)) },
        journals: journals, timers: timers, intrusions: environment.intrusions)
    }

    /// Runs operations on a new library, and then releases everything.
    ///
    /// - Returns: the view after each operation, and how the run ended.
    static func run(_ operations: [Operation]) -> (views: [View], ending: Ending) {
      let library = Library()
      let views = operations.map { operation in
        library.perform(operation)
        return library.view
      }
      return (views, library.end())
    }

    /// Releases everything.
    ///
    /// - Returns: how many objects are still alive, and how many were freed at the wrong time.
    func end() -> Ending {
      environment {
        promises = []
        resolvers = [:]
        consumers = [:]
        waiters = [:]
        drain()
        defer { breakRings() }
        return (watched.count { $0.object != nil }, environment.intrusions)
      }
    }

    /// Promises in a cycle retain each other until one of them is cancelled. Each cycle has a
    /// promise that follows another one. A promise with a timer lives until the timer fires.
    private func breakRings() {
      for relay in relays {
        if let cell = relay.object as? Cell { Trampoline.run { _ = cell.cancel(&$0) } }
      }
      environment.clock.advance(by: .seconds(86_400))
      drain()
    }

    private func drain() {
      isDraining = true
      environment.executor.drain()
      isDraining = false
    }

    func perform(_ operation: Operation) {
      timers = nil
      environment { Self.$isInRequest.withValue(true) { performInRequest(operation) } }
    }

    private func performInRequest(_ operation: Operation) {
      switch operation {
      case .make(let new):
        guard !exists.contains(new) else { break }
        let cell = ValueCell<ProgramValue>()
        resolvers[new] = Resolver(cell)
        add(new, Promise(cell: cell))
      case .fulfil(let p, let number):
        let value = value(.value(number))
        resolve(p) { $0.fulfill(value, &$1) }
      case .reject(let p, let number):
        let error = error(number)
        resolve(p) { $0.reject(error, &$1) }
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
        let token = token()
        resolver.onCancel {
          token.use()
          self.journals[p].cancellations += 1
          if Self.isInRequest, System.hasImmediateTasks { self.journals[p].strangers += 1 }
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
      case .delay(let new, let seconds):
        guard !exists.contains(new) else { break }
        let value = value(.value(100 + new))
        add(new, Promise.delay(for: .seconds(seconds), environment.clock, .none, fulfilling: value))
      case .timeout(let new, let source, let seconds):
        guard !exists.contains(new), let promise = self[source] else { break }
        let timed = promise.timeout(after: .seconds(seconds), clock: environment.clock)
        add(new, timed.ignoreErrors())
      case .advance(let seconds): environment.clock.advance(by: .seconds(seconds))
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
        drain()
        timers = environment.clock.waiting
      }
    }

    private subscript(number: Int) -> Promise<ProgramValue>? {
      promises.indices.contains(number) ? promises[number] : nil
    }

    private func add(_ new: Int, _ promise: Promise<ProgramValue>) {
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

    private func token() -> Token { watch(Token(environment)) }

    private func value(_ outcome: Outcome) -> ProgramValue {
      ProgramValue(outcome: outcome, token: token())
    }

    private func error(_ number: Int) -> ProgramError {
      ProgramError(number: number, token: token())
    }

    /// Bypasses the resolver, which reports late calls.
    private func resolve(
      _ p: Int, _ body: (ValueCell<ProgramValue>, inout Effects) -> Bool
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
      _ body: @escaping @Sendable () async -> Result<ProgramValue, any Error>
    ) -> Task<Void, Never> {
      environment.executor.start {
        let outcome = Outcome(of: await body())
        self.journals[p].waiters.append(.init(consumer: w, outcome: outcome))
      }
    }

    // MARK: Handlers and groups

    /// Returns a promise whose errors are ignored, so that leftovers of a program aren't reported.
    private func derive(
      _ new: Int, from promise: Promise<ProgramValue>, _ source: Int, _ handler: Handler
    ) -> Promise<ProgramValue>? {
      let token = token()
      let note: @Sendable (Outcome?) -> Void = { outcome in
        token.use()
        // B1: never on the stack of the call that settles the promise or registers the handler.
        precondition(self.isDraining, "A handler ran within a call.")
        self.journals[source].handlers.append(.init(consumer: new, outcome: outcome))
        if Self.isInRequest { self.journals[source].strangers += 1 }
      }
      let result = value(.value(100 + new))
      func link(
        _ link: ChainOperator, _ end: @escaping @Sendable () throws -> HandlerAnswer<ProgramValue>
      ) -> Promise<ProgramValue> {
        link.derive(from: promise, errors: ProgramError.self) { given in
          note(given.outcome.map(Outcome.init(of:)))
          return try end()
        }.ignoreErrors()
      }
      switch handler {
      case .link(let operation): return link(operation) { .value(result) }
      case .throwing(let operation):
        let error = error(100 + new)
        return link(operation) { throw error }
      case .following(let operation, let inner):
        return self[inner].map { inner in link(operation) { .promise(inner) } }
      case .tap(let operation):
        return link(.tap) {
          self.perform(operation)
          return .value(result)
        }
      case .delay(let seconds):
        return promise.delay(by: .seconds(seconds), clock: environment.clock).ignoreErrors()
      }
    }

    private func group(
      _ kind: GroupKind, _ promises: [Promise<ProgramValue>], _ losers: RemainingInputs
    ) -> Promise<ProgramValue> {
      let cells = promises.map(\.cell)
      let token = token()
      let collect: @Sendable () -> ProgramValue = {
        let outcomes = promises.compactMap { $0.resultIfSettled.map(Outcome.init(of:)) }
        return ProgramValue(outcome: .values(outcomes), token: token)
      }
      return switch kind {
      case .all: Promise.all(cells, remaining: losers, .none, collect)
      case .allSettled: Promise.allSettled(cells, .none, collect)
      case .any: Promise.any(promises, remaining: losers).ignoreErrors()
      case .race: Promise.race(promises, remaining: losers).ignoreErrors()
      }
    }
  }
#endif
