// A lost wake-up: a signal that is sent before anything waits for it.

/// Looks right: waiting tasks are resumed when the download ends. But if it ends first, no task is
/// waiting yet, and a task that starts waiting later waits forever.
actor Download {
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func isFinished() async {
    await withCheckedContinuation { waiting.append($0) }
  }

  func finish() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

/// Fixed: the end is stored as state rather than being only an event.
actor MendedDownload {
  private var hasEnded = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func isFinished() async {
    if hasEnded { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func finish() {
    hasEnded = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

extension Tour {
  static let lostWakeUp = Tour(
    name: "A lost wake-up",
    looksRight: {
      let download = Download()
      let reader = Task { await download.isFinished() }
      let network = Task { await download.finish() }
      await reader.value
      await network.value
    },
    isRight: {
      let download = MendedDownload()
      let reader = Task { await download.isFinished() }
      let network = Task { await download.finish() }
      await reader.value
      await network.value
    })
}
