// What is done to each element of a sequence.

import PromiseKitCompat

struct SequenceReader: Sendable {
  let numbers: [Int]

  func all() -> Promise<[Int]> { .value(numbers) }

  func doubled() -> Promise<[Int]> {
    all().mapValues { $0 * 2 }
  }

  func digits() -> Promise<[Character]> {
    all().flatMapValues { number in
      String(number)
    }
  }

  func halves() -> Promise<[Int]> {
    all().compactMapValues { $0.isMultiple(of: 2) ? $0 / 2 : nil }
      .filterValues { $0 > 1 }
  }

  func sorted() -> Promise<[Int]> { all().sortedValues() }

  func checked() -> Promise<[Int]> {
    all().mapValues { number in
      guard number > 0 else { throw DeskError.refused }
      return number
    }
  }

  func descriptions() -> Promise<[String]> { all().mapValues(\.description) }

  func later() -> Promise<[String]> {
    all().thenMap { number in
      Promise.value(number).map { "<\($0)>" }
    }
  }

  func laterAndFlat() -> Promise<[Int]> {
    all().thenFlatMap {
      Promise.value([$0, $0])
    }
    .filterValues { $0 != 3 }
  }

  func ends() -> Promise<(Int, Int, Int)> {
    when(fulfilled: all().firstValue, all().lastValue, all().firstValue(where: { $0 > 2 }))
  }

  func pairs() -> Promise<[String]> {
    Promise.value(["a": 1]).filterValues { $0.value > 0 }
      .mapValues { $0.key }
  }
}

@MainActor
final class SequenceScreen {
  let journal = DeskJournal()

  func show(_ reader: SequenceReader) -> Promise<[String]> {
    reader.all().thenMap { [journal] number -> Promise<String> in
      journal.write("asks \(number)")
      return .value("\(number)!")
    }.mapValues { text in
      self.journal.write(text)
      return text
    }
  }
}
