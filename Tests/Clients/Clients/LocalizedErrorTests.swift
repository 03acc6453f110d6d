// An app's users read sentences, although no client imports the module that contains them.

import AsyncPromises
import Foundation
import Testing

@Suite("Localized errors", .timeLimit(.minutes(10)))
struct LocalizedErrorTests {
  @Test("A4 G2 F: users read a sentence, without a file or a line")
  func sentences() {
    let place = "App/Feed.swift:12"
    let sentences: [(PromiseError, String)] = [
      (.broken(createdAt: place), "The operation ended without a result."),
      (
        .abandoned(createdAt: place), "The operation was stopped because nobody was waiting for it."
      ),
      (.cycle, "The operation was waiting for itself."),
      (
        .timedOut(after: .seconds(5), work: place),
        "The operation did not finish within 5.0 seconds."
      ),
      (
        .noneFulfilled([ClientError.offline, ClientError.offline]),
        "None of the 2 operations succeeded."
      ),
      (.emptyGroup, "There was nothing to choose from."),
      (.missingValue, "The operation returned no result."),
      (.invalid, "The result is not valid."),
    ]
    for (error, sentence) in sentences {
      #expect((error as any Error).localizedDescription == sentence)
    }
  }
}
