// Handlers of promises in a file without their import, which the Swift 5 language mode allows, and
// of a value whose type the source doesn't reveal.

final class NumberScreen {
  private let source: NumberCells & NumberSource
  private(set) var journal: [String] = []
  private let failed: (Error) -> Void

  init(_ source: NumberCells & NumberSource, failed: @escaping (Error) -> Void) {
    (self.source, self.failed) = (source, failed)
  }

  private func note(_ text: String) {
    journal.append("\(text), \(MainQueue.isCurrent ? "main" : "another") queue")
  }

  func show(_ id: Int, _ end: @escaping () -> Void) {
    note("starts")
    doubled(id).done { self.note("\($0)") }.catch(failed).finally { end() }
    note("goes on")
  }

  func showOther(_ id: Int, _ end: @escaping () -> Void) {
    note("starts")
    source.number(id).done { self.note("\($0)") }.catch(failed).finally { end() }
    note("goes on")
  }
}
