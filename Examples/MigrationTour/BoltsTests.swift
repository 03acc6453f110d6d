// Tests the uploads that were migrated from Bolts, and the claims of the guide.

import AsyncPromises
import AsyncPromisesTesting
import Testing

@MainActor
@Suite("Migration tour: Bolts", .timeLimit(.minutes(10)))
struct BoltsTests {
  struct TooLarge: Error {}

  private let store = PhotoStore(
    upload: { photo in
      photo.count > 5 ? .rejected(TooLarge()) : .fulfilled("photos/\(photo)")
    },
    album: { .fulfilled("albums/\($0.count)") })

  @Test("Publishes, or fails with the errors of all uploads")
  func outcomes() async throws {
    try await withPromiseScope { scope in
      let publisher = Publisher(store: store)
      publisher.publish(["cat", "dog"])
      try await scope.settle(within: patience)
      #expect(publisher.status == "published at albums/2")

      let failing = publisher.publish(["cat", "elephant", "rhinoceros"])
      let error = await #expect(throws: UploadError.self) { try await failing.value }
      #expect(error?.errors.count == 2)
      try await scope.settle(within: patience)
      #expect(publisher.status.hasPrefix("failed: "))

      await publisher.publishAndWait(["cat", "dog", "emu"])
      #expect(publisher.status == "published at albums/3")
      await publisher.publishAndWait(["elephant"])
      #expect(publisher.status.hasPrefix("failed: "))
    }
  }

  @Test("A cancellation reaches the status and the uploads")
  func cancellation() async throws {
    try await withPromiseScope { scope in
      let (told, toldResolver) = Promise<String>.pending()
      let (upload, resolver) = Promise<String>.pending()
      resolver.onCancel { toldResolver.fulfill("stopped") }
      let publisher = Publisher(
        store: PhotoStore(upload: { _ in upload }, album: store.album))
      let album = publisher.publish(["cat"])
      #expect(album.cancel())
      #expect(try await told.value == "stopped")
      try await scope.settle(within: patience)
      #expect(publisher.status == "cancelled")
      withExtendedLifetime(resolver) {}
    }
  }

  @Test("A cancelled upload counts as one of the errors")
  func cancelledUpload() async throws {
    let publisher = Publisher(
      store: PhotoStore(
        upload: { $0 == "cat" ? .rejected(CancellationError()) : .rejected(TooLarge()) },
        album: store.album))
    let error = await #expect(throws: UploadError.self) {
      try await publisher.publish(["cat", "elephant"]).get()
    }
    #expect(error?.errors.first is CancellationError)
  }

  @Test("A prompt is answered or cancelled")
  func prompt() async throws {
    let prompt = Prompt()
    prompt.press(true)
    #expect(try await prompt.ask().get())

    let unanswered = Prompt()
    let answer = unanswered.ask()
    unanswered.dismiss()
    await #expect(throws: CancellationError.self) { try await answer.value }
  }

  @Test("A prompt released without an answer breaks its promise")
  func broken() async {
    let answer = { Prompt().ask() }()
    await #expect(throws: PromiseError.self) { try await answer.value }
  }
}
