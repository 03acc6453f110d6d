// The matrix of contexts: each closure, where it was written, what ends it, and who causes that.

import AsyncPromises
import TestSupport
import Testing

@Suite("Contexts", .timeLimit(.minutes(10)))
struct ContextTests {
  @Test(
    "B2 B5 B6 B9 E6 T8: each closure runs and is released in its own context, whatever causes it",
    arguments: ContextCall.all, [false, true])
  func matrix(call: ContextCall, isOnMain: Bool) async throws {
    for end in ContextEnd.allCases {
      for causer in ContextCauser.allCases {
        let cell = ContextCell(call, isOnMain: isOnMain, end, causer)
        guard cell.canBePlayed else { continue }
        let faults = try await cell.faults()
        #expect(faults == [], "\(end), caused by a \(causer)")
      }
    }
  }
}
