// Objects that may be gone by the time that an answer comes.

import PromiseKitCompat

@MainActor
final class WeakScreen {
  private let journal: DeskJournal
  private var title = ""

  init(journal: DeskJournal) { self.journal = journal }

  func show(_ title: Promise<String>) -> Guarantee<Void> {
    title.get { [weak self] title in
      guard let self else { return }
      self.title = title
      self.journal.write("keeps \(title)")
    }.done { [weak self, journal] title in
      journal.write(self == nil ? "gone" : "shows \(title)")
    }.recover { [weak self] error in
      self?.journal.write("\(error)")
    }
  }

  func show(all titles: Promise<[String]>) -> Promise<[String]> {
    titles.mapValues { [weak self] title in
      self?.journal.write(title)
      return title.uppercased()
    }
  }
}

@MainActor
final class WeakOwner {
  let journal = DeskJournal()
  private let (title, seal) = Promise<String>.pending()
  private var screen: WeakScreen?

  func run(leaves: Bool) -> Guarantee<Void> {
    let screen = WeakScreen(journal: journal)
    let shown = screen.show(title)
    self.screen = leaves ? nil : screen
    seal.fulfill("a title")
    return shown
  }

  func runAll() -> Promise<[String]> {
    let screen = WeakScreen(journal: journal)
    self.screen = screen
    return screen.show(all: .value(["a", "b"]))
  }
}
