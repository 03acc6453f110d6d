// A lost wake-up: a signal that comes before anybody waits for it.

/// Looks right: whoever waits is resumed when the download has ended. But when it ends first,
/// nobody waits yet, and who comes later waits for ever.
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

/// Mended: what has happened is state, and not an event alone.
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
