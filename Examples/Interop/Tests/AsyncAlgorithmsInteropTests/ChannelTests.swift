// Tests channels: first elements, and questions with answers.

import AsyncAlgorithms
import AsyncAlgorithmsInterop
import AsyncPromises
import AsyncPromisesTesting
import InteropSupport
import Testing

@Suite("AsyncChannel ↔ Promise", .timeLimit(.minutes(10)))
struct ChannelTests {
  typealias Questions = AsyncChannel<(Int, Resolver<String>)>

  @Test("firstValue takes one element from a channel, and leaves the next")
  func firstValue() async throws {
    let channel = AsyncChannel<Int>()
    let first = channel.firstValue()
    await channel.send(1)
    #expect(try await first.value == 1)
    let second = channel.firstValue()
    await channel.send(2)
    #expect(try await second.value == 2)
  }

  @Test("firstValue fails if the channel is finished or fails")
  func noFirstValue() async throws {
    let channel = AsyncChannel<Int>()
    let promise = channel.firstValue()
    channel.finish()
    let error = await #expect(throws: PromiseError.self) { try await promise.value }
    guard case .missingValue = error else { return #expect(error == nil) }

    let failing = AsyncThrowingChannel<Int, any Error>()
    let failed = failing.firstValue()
    failing.fail(TestError.first)
    await #expect(throws: TestError.first) { try await failed.value }
  }

  @Test("a cancelled promise takes no element from other consumers")
  func cancelledFirstValue() async throws {
    let channel = AsyncChannel<Int>()
    let leaving = Watched(channel, upTo: 1)
    let left = leaving.firstValue()
    try await leaving.asked[0].value
    left.cancel()
    #expect(await left.endsCancelled)
    try await leaving.answered[0].value
    let stayed = channel.firstValue()
    await channel.send(1)
    #expect(try await stayed.value == 1)
  }

  @Test("gets the first value of several channels, by a merge or a race that cancels the losers")
  func firstOfSeveral() async throws {
    let (one, two) = (AsyncChannel<Int>(), AsyncChannel<Int>())
    let merged = merge(one, two).firstValue()
    await two.send(2)
    #expect(try await merged.value == 2)

    let (three, four) = (AsyncChannel<Int>(), AsyncChannel<Int>())
    let raced = Promise.race(three.firstValue(), four.firstValue(), remaining: .cancel)
    await three.send(1)
    #expect(try await raced.value == 1)
  }

  @Test("the channel's reader answers questions")
  func ask() async throws {
    let questions = Questions()
    let desk = Promise {
      for await (number, answer) in questions {
        if number < 0 { answer.reject(TestError.first) } else { answer.fulfill("\(number)") }
      }
    }
    #expect(try await questions.ask(1).get() == "1")
    #expect(try await Promise.all((0..<100).map { questions.ask($0) }).get().count == 100)
    await #expect(throws: TestError.first) { try await questions.ask(-1).get() }
    questions.finish()
    try await desk.value
  }

  @Test("questions that are dropped, or unread when the channel finishes, break their promises")
  func dropped() async throws {
    let questions = Questions()
    let dropped: Promise<String> = questions.ask(1)
    _ = try await questions.firstValue().map { $0.0 }.get()
    #expect(await dropped.endsBroken)
    let unread: Promise<String> = questions.ask(2)
    questions.finish()
    #expect(await unread.endsBroken)
  }

  @Test("cancelling a question that has been read notifies the reader")
  func cancelled() async throws {
    let questions = Questions()
    let asked: Promise<String> = questions.ask(1)
    let (number, answer) = try await questions.firstValue().get()
    #expect(number == 1)
    let (told, tell) = Promise<Void>.pending()
    answer.onCancel { tell.fulfill() }
    asked.cancel()
    try await told.value
  }

  @Test("cancelling a question before it is read withdraws it")
  func takenBack() async throws {
    let questions = AsyncChannel<(Tracked, Resolver<Void>)>()
    let (asked, freed) = Tracked.with { questions.ask($0) }
    asked.cancel()
    try await freed.value
  }
}
