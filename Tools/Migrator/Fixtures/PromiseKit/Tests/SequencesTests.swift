// Sequences.swift at all stages.

import Testing

@MainActor
@Suite("sequences")
struct SequencesTests {
  let reader = SequenceReader(numbers: [3, 4, 12])
  private static let missing =
    "The sequence has no first or last element."

  @Test("Transforming each element")
  func values() async throws {
    #expect(try await outcome { try await reader.doubled() }.get() == [6, 8, 24])
    #expect(try await outcome { try await reader.digits() }.get() == ["3", "4", "1", "2"])
    #expect(try await outcome { try await reader.halves() }.get() == [2, 6])
    let unsorted = SequenceReader(numbers: [2, 1])
    #expect(try await outcome { try await unsorted.sorted() }.get() == [1, 2])
    #expect(try await outcome { try await reader.descriptions() }.get() == ["3", "4", "12"])
    #expect(try await outcome { try await reader.later() }.get() == ["<3>", "<4>", "<12>"])
    #expect(try await outcome { try await reader.laterAndFlat() }.get() == [4, 4, 12, 12])
    #expect(try await outcome { try await reader.pairs() }.get() == ["a"])
  }

  @Test("The first and last elements, and the error when there are none")
  func ends() async throws {
    let ends = try await outcome { try await reader.ends() }.get()
    #expect(ends == (3, 12, 3))
    let none = try await outcome { try await SequenceReader(numbers: []).ends() }
    #expect(none.errorText == Self.missing)
    let small = try await outcome { try await SequenceReader(numbers: [1]).ends() }
    #expect(small.errorText == Self.missing)
  }

  @Test("An error thrown for one element rejects the promise")
  func thrown() async throws {
    let checked = try await outcome { try await SequenceReader(numbers: [1, 0]).checked() }
    #expect(checked.errorText == "refused")
  }

  @Test("In order, on the main actor")
  func order() async throws {
    let screen = SequenceScreen()
    #expect(try await outcome { try await screen.show(reader) }.get() == ["3!", "4!", "12!"])
    #expect(screen.journal.entries == ["asks 3", "asks 4", "asks 12", "3!", "4!", "12!"])
  }
}

extension Result {
  /// The description of the error; nil if the result is a value.
  var errorText: String? {
    if case .failure(let error) = self { String(describing: error) } else { nil }
  }
}
