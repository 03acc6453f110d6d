// Programs that update models on the main actor from separate tasks.

#if ORDERS_JOBS && compiler(>=6.3)
  extension Corpus {
    static let mainActor = [
      Pair("progress goes backwards", progressGoesBackwards),
      Pair("player shows a wrong state", playerShowsOtherState),
    ]
  }

  // MARK: Order of main actor and pool: each update is a task that starts in the pool

  @MainActor private final class Progress {
    private(set) var parts = 0

    nonisolated init() {}

    func show(_ parts: Int) { self.parts = parts }
  }

  @Sendable private func progressGoesBackwards(_ isMended: Bool) async throws {
    let progress = Progress()
    var updates: [Task<Void, Never>] = []
    for parts in 1...3 {
      await work()
      if isMended {
        await progress.show(parts)
      } else {
        updates.append(Task { await progress.show(parts) })
      }
    }
    for update in updates { await update.value }
    let parts = await progress.parts
    try check(parts == 3, "The bar shows \(parts) of 3 parts.")
  }

  // MARK: Order of main actor and pool: two taps update the engine first and then the screen

  private actor Engine {
    private(set) var isPlaying = false

    func set(_ isPlaying: Bool) async {
      self.isPlaying = isPlaying
      await work()
    }
  }

  @MainActor private final class Player {
    private let engine: Engine
    private let isMended: Bool
    private var last: Task<Void, Never>?
    private(set) var isPlaying = false

    nonisolated init(_ engine: Engine, _ isMended: Bool) {
      (self.engine, self.isMended) = (engine, isMended)
    }

    func tap(_ isPlaying: Bool) -> Task<Void, Never> {
      let tap = Task { [last] in
        if isMended { await last?.value }
        await engine.set(isPlaying)
        self.isPlaying = isPlaying
      }
      last = tap
      return tap
    }
  }

  @Sendable private func playerShowsOtherState(_ isMended: Bool) async throws {
    let engine = Engine()
    let player = Player(engine, isMended)
    let first = await player.tap(true)
    let second = await player.tap(false)
    await first.value
    await second.value
    let (shown, real) = await (player.isPlaying, engine.isPlaying)
    try check(shown == real, "The screen shows \(shown), the engine has \(real).")
  }
#endif
