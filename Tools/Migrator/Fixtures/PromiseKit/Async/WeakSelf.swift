// Objects that may be gone by the time that an answer comes.

import AsyncPromises

@MainActor
final class WeakScreen {
  private let journal: DeskJournal
  private var title = ""

  init(journal: DeskJournal) { self.journal = journal }

  func show(_ title: Promise<String>) -> Promise<Void> {
    title.map { [weak self] title in
      guard let self else { return title }
      self.title = title
      self.journal.write("keeps \(title)")
      return title
    }.done { [weak self, journal] title in
      journal.write(self == nil ? "gone" : "shows \(title)")
    }.recover { [weak self] error in
      self?.journal.write("\(error)")
    }
  }

  func show(all titles: Promise<[String]>) -> Promise<[String]> {
    titles.map { [weak self] in $0.map { title in
      self?.journal.write(title)
      return title.uppercased()
    } }
  }
}

@MainActor
final class WeakOwner {
  let journal = DeskJournal()
  private let (title, seal) = Promise<String>.pending()
  private var screen: WeakScreen?

  func run(leaves: Bool) -> Promise<Void> {
    let screen = WeakScreen(journal: journal)
    let shown = screen.show(title)
    self.screen = leaves ? nil : screen
    seal.fulfill("a title")
    return shown
  }

  func runAll() -> Promise<[String]> {
    let screen = WeakScreen(journal: journal)
    self.screen = screen
    return screen.show(all: .fulfilled(["a", "b"]))
  }
}
