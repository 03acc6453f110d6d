// A logical thread, and the gates that it waits for.

#if DEBUG
  import Dispatch
  import Foundation
  @testable import AsyncPromises

  /// A thread in the schedules of one explorer. It is reused for all of them.
  final class LogicalThread: @unchecked Sendable {
    let index: Int
    let turn = DispatchSemaphore(value: 0)
    private let exit = DispatchSemaphore(value: 0)
    private let explorer: Explorer
    private var level: Race.Level { explorer.race.level }
    private var isEnding = false

    // Within a schedule, these belong to the holder of the token.
    var body: (() -> Void)?
    var isDone = false
    var pending: Pending?
    private var gate: Gate?

    /// A thread that waits for its first turn.
    init(_ index: Int, of explorer: Explorer) {
      self.index = index
      self.explorer = explorer
      Thread { [self] in
        asCurrent { run() }
        exit.signal()
      }.start()
    }

    private init(search explorer: Explorer) {
      index = -1
      self.explorer = explorer
    }

    /// The searching thread, whose accesses precede or follow those of the schedule.
    static func search(_ explorer: Explorer) -> LogicalThread {
      LogicalThread(search: explorer)
    }

    private func run() {
      while true {
        turn.wait()
        if isEnding { return }
        if let body { explorer.surrounded(body) }
        explorer.end(of: self)
      }
    }

    func prepare(_ body: @escaping () -> Void) {
      self.body = body
      (isDone, pending, gate) = (false, nil, nil)
    }

    func park() {
      turn.wait()
    }

    func end() {
      isEnding = true
      turn.signal()
      exit.wait()
    }

    // MARK: The next step

    var isBlocked: Bool { gate != nil }
    var isEnabled: Bool { gate?.isOpen ?? true }

    /// Waits for the gate to open, like a suspended task.
    func pass(_ gate: Gate) {
      self.gate = gate
      gate.look()
      self.gate = nil
    }

    /// The effect of the next step; `nil` if the step is independent of all others.
    var effect: Effect? {
      switch level {
      case .words: pending.map { Effect(word: $0.number, writes: $0.writes) }
      case .jobs: .everything
      }
    }

    var step: Step { Step(thread: index, effect: effect) }

    // MARK: The current thread

    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      return key
    }()

    static var current: LogicalThread? {
      pthread_getspecific(key).map {
        Unmanaged<LogicalThread>.fromOpaque($0).takeUnretainedValue()
      }
    }

    func asCurrent(_ body: () -> Void) {
      pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
      body()
      pthread_setspecific(Self.key, nil)
    }

    var isSearch: Bool { index < 0 }

    func willAccess(_ access: Pending) {
      if !isSearch { explorer.yield(from: self, to: access) }
    }

    func wordBegins() -> Int { explorer.wordBegins() }
    func wordEnds() { explorer.wordEnds() }
    func add(_ body: @escaping () -> Void) { explorer.addThread(body) }
  }

  /// Something that a logical thread waits for.
  final class Gate: @unchecked Sendable {
    private let word = StateWord(0)

    var isOpen: Bool { word.loadExclusively() != 0 }

    func open() {
      _ = word.exchange(1)
    }

    func look() {
      _ = word.load()
    }
  }
#endif
