// What is done to each element of a sequence.

import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

struct SequenceReader: Sendable {
  let numbers: [Int]

  func all() -> Promise<[Int]> { .fulfilled(numbers) }

  func doubled() -> Promise<[Int]> {
    all().map { @MainActor in $0.map { $0 * 2 } }
  }

  func digits() -> Promise<[Character]> {
    all().map { @MainActor in $0.flatMap { number in
      String(number)
    } }
  }

  func halves() -> Promise<[Int]> {
    all().map { @MainActor in $0.compactMap { $0.isMultiple(of: 2) ? $0 / 2 : nil } }
      .map { @MainActor in $0.filter { $0 > 1 } }
  }

  func sorted() -> Promise<[Int]> { all().map { $0.sorted() } }

  func checked() -> Promise<[Int]> {
    all().map { @MainActor in try $0.map { number in
      guard number > 0 else { throw DeskError.refused }
      return number
    } }
  }

  func descriptions() -> Promise<[String]> { all().map { $0.map(\.description) } }

  func later() -> Promise<[String]> {
    all().then { @MainActor in Promise.all($0.map { number in
      Promise.fulfilled(number).map { @MainActor in "<\($0)>" }
    }) }
  }

  func laterAndFlat() -> Promise<[Int]> {
    all().then { @MainActor in Promise.all($0.map {
      Promise.fulfilled([$0, $0])
    }) }.map { $0.flatMap(\.self) }
    .map { @MainActor in $0.filter { $0 != 3 } }
  }

  func ends() -> Promise<(Int, Int, Int)> {
    Promise.all(all().map {
      guard let value = $0.first else { throw PMKError.emptySequence }
      return value
    }, all().map {
      guard let value = $0.last else { throw PMKError.emptySequence }
      return value
    }, all().map { @MainActor in
      guard let value = $0.first(where: { $0 > 2 }) else { throw PMKError.emptySequence }
      return value
    })
  }

  func pairs() -> Promise<[String]> {
    Promise.fulfilled(["a": 1]).map { @MainActor in Array($0).filter { $0.value > 0 } }
      .map { @MainActor in $0.map { $0.key } }
  }
}

@MainActor
final class SequenceScreen {
  let journal = DeskJournal()

  func show(_ reader: SequenceReader) -> Promise<[String]> {
    reader.all().then { [journal] in Promise.all($0.map { number -> Promise<String> in
      journal.write("asks \(number)")
      return .fulfilled("\(number)!")
    }) }.map { $0.map { text in
      self.journal.write(text)
      return text
    } }
  }
}
