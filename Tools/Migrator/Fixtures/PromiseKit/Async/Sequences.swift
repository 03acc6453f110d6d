// What is done to each element of a sequence.

import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

struct SequenceReader: Sendable {
  let numbers: [Int]

  func all() -> Promise<[Int]> { .fulfilled(numbers) }

  func doubled() async throws -> [Int] {
    let value = try await all().get()
    return await MainActor.run { value.map { $0 * 2 } }
  }

  func digits() async throws -> [Character] {
    let value = try await all().get()
    return await MainActor.run {
      value.flatMap { number in
        String(number)
      }
    }
  }

  func halves() async throws -> [Int] {
    let value = try await all().get()
    let value2 = await MainActor.run { value.compactMap { $0.isMultiple(of: 2) ? $0 / 2 : nil } }
    return await MainActor.run { value2.filter { $0 > 1 } }
  }

  func sorted() async throws -> [Int] {
    let value = try await all().get()
    return value.sorted()
  }

  func checked() async throws -> [Int] {
    let value = try await all().get()
    return try await MainActor.run {
      try value.map { number in
        guard number > 0 else { throw DeskError.refused }
        return number
      }
    }
  }

  func descriptions() async throws -> [String] {
    let value = try await all().get()
    return value.map(\.description)
  }

  func later() async throws -> [String] {
    let value = try await all().get()
    return try await MainActor.run {
      Promise.all(value.map { number in
        Promise.fulfilled(number).map { @MainActor in "<\($0)>" }
      })
    }.get()
  }

  func laterAndFlat() async throws -> [Int] {
    let value = try await all().get()
    let value2 = try await MainActor.run {
      Promise.all(value.map {
        Promise.fulfilled([$0, $0])
      })
    }.get()
    let value3 = value2.flatMap(\.self)
    return await MainActor.run { value3.filter { $0 != 3 } }
  }

  func ends() async throws -> (Int, Int, Int) {
    try await Promise.all(all().map {
      guard let value = $0.first else { throw PMKError.emptySequence }
      return value
    }, all().map {
      guard let value = $0.last else { throw PMKError.emptySequence }
      return value
    }, all().map { @MainActor in
      guard let value = $0.first(where: { $0 > 2 }) else { throw PMKError.emptySequence }
      return value
    }).get()
  }

  func pairs() async throws -> [String] {
    let value = try await Promise.fulfilled(["a": 1]).map { @MainActor in Array($0).filter { $0.value > 0 } }.get()
    return await MainActor.run { value.map { $0.key } }
  }
}

@MainActor
final class SequenceScreen {
  let journal = DeskJournal()

  func show(_ reader: SequenceReader) async throws -> [String] {
    let value = try await reader.all().then { [journal] in Promise.all($0.map { number -> Promise<String> in
      journal.write("asks \(number)")
      return .fulfilled("\(number)!")
    }) }.get()
    return value.map { text in
      self.journal.write(text)
      return text
    }
  }
}
