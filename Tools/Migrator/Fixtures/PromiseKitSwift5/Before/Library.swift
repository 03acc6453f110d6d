// Classes and a protocol without an actor that only a class on the main actor uses.

import Dispatch
import PromiseKitCompat

enum LibraryError: Error { case missing }

final class LibraryJournal {
  private(set) var lines: [String] = []

  func note(_ text: String) {
    lines.append("\(text), \(MainQueue.isCurrent ? "main" : "another") queue")
  }
}

protocol Shelf {
  func book(_ id: Int) -> Promise<String>
}

/// Answers in the next turn of the main queue.
final class NearShelf: Shelf {
  private let journal: LibraryJournal
  private var asked = 0

  init(_ journal: LibraryJournal) { self.journal = journal }

  func book(_ id: Int) -> Promise<String> {
    asked += 1
    journal.note("near \(asked)")
    return Promise<Int> { seal in
      DispatchQueue.main.async {
        if id > 0 { seal.fulfill(id) } else { seal.reject(LibraryError.missing) }
      }
    }.map { "near \($0), \(self.asked)" }
  }
}

/// Answers on another queue.
final class FarShelf: Shelf {
  private let journal: LibraryJournal

  init(_ journal: LibraryJournal) { self.journal = journal }

  func book(_ id: Int) -> Promise<String> {
    journal.note("far")
    return Promise { seal in
      DispatchQueue.global().async { seal.fulfill("far \(id)") }
    }
  }
}

final class Librarian {
  private let journal: LibraryJournal
  private let near: NearShelf
  private let far: FarShelf
  private var found = 0

  init(_ journal: LibraryJournal) {
    self.journal = journal
    near = NearShelf(journal)
    far = FarShelf(journal)
  }

  func find(_ id: Int) -> Promise<String> {
    journal.note("asks \(id)")
    let shelf: Shelf = id > 9 ? far : near
    return shelf.book(id).get { text in
      self.found += 1
      self.journal.note("found \(self.found): \(text)")
    }.recover { error -> Promise<String> in
      self.journal.note("\(error)")
      return self.far.book(-id)
    }
  }
}

@MainActor
final class ReadingRoom {
  private let journal = LibraryJournal()
  private lazy var librarian = Librarian(journal)
  var lines: [String] { journal.lines }

  func read(_ ids: [Int], _ end: @escaping () -> Void) {
    journal.note("reads")
    when(fulfilled: ids.map { librarian.find($0) }).done { texts in
      self.journal.note("\(texts)")
    }.catch { error in
      self.journal.note("\(error)")
    }.finally {
      DispatchQueue.main.async {
        self.journal.note("ends")
        end()
      }
    }
    journal.note("goes on")
  }
}
