// Retries.swift at all stages.

import Testing

@MainActor
@Suite("Further attempts")
struct RetriesTests {
  @Test("Two further attempts make three calls")
  func count() async throws {
    let late = RetriedWork([.busy, .busy, nil])
    #expect(try await outcome { try await late.twice() }.get() == 3)
    let never = RetriedWork([.busy])
    let result = try await outcome { try await never.twice() }
    #expect(throws: RetryError.busy) { try result.get() }
    #expect(never.calls == 3)
  }

  @Test("A number of attempts that isn't a literal", arguments: [(-1, 1), (0, 1), (4, 5)])
  func number(attempts: Int, calls: Int) async throws {
    let work = RetriedWork([.busy])
    let result = try await outcome { try await work.often(attempts) }
    #expect(throws: RetryError.busy) { try result.get() }
    #expect(work.calls == calls)
  }

  @Test("A condition receives the number of attempts left")
  func condition() async throws {
    let late = RetriedWork([.busy, .busy, nil])
    #expect(try await outcome { try await late.patiently() }.get() == 3)
    #expect(late.log == ["3 left", "2 left", "number 3"])
    let gone = RetriedWork([.busy, .gone, nil])
    let result = try await outcome { try await gone.patiently() }
    #expect(throws: RetryError.gone) { try result.get() }
    #expect(gone.calls == 2 && gone.log == ["3 left", "2 left"])
    let dead = RetriedWork([.busy])
    let end = try await outcome { try await dead.patiently() }
    #expect(throws: RetryError.busy) { try end.get() }
    #expect(dead.calls == 3)
  }

  @Test("A condition with numbered arguments")
  func numbered() async throws {
    #expect(try await outcome { try await RetriedWork([.busy, nil]).shortly() }.get() == 2)
    let gone = RetriedWork([.gone, nil])
    let result = try await outcome { try await gone.shortly() }
    #expect(throws: RetryError.gone) { try result.get() }
    #expect(gone.calls == 1)
  }
}
