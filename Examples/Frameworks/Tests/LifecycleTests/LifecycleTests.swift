// What swift-service-lifecycle does, and a service that waits for promises.

import AsyncPromises
import FrameworksSupport
import LifecyclePromises
import Logging
import ServiceLifecycle
import Testing

@Suite("swift-service-lifecycle", .timeLimit(.minutes(5)))
struct LifecycleTests {
  private let journal = Journal<String>()

  @Test("services shut down in reverse order, each after the one behind it has returned")
  func order() async throws {
    let services = ["a", "b", "c"].map { name in
      Closure {
        try await gracefulShutdown()
        journal.write("\(name) is told")
        await Task.yield()
        journal.write("\(name) returns")
      }
    }
    try await runAndShutDown(services)
    #expect(
      journal.entries == ["c", "b", "a"].flatMap { ["\($0) is told", "\($0) returns"] })
  }

  @Test(
    "a service whose CancellationError leaves it makes run() throw, and cancels the earlier ones")
  func cancelWhenShutDown() async throws {
    let database = database()
    let worker = Closure {
      try await cancelWhenGracefulShutdown { try await forever() }
    }
    await #expect(throws: CancellationError.self) {
      try await runAndShutDown([database, worker])
    }
    #expect(journal.entries == ["database is cancelled"])
  }

  @Test("the same with a promise that the shutdown cancels is graceful")
  func promiseOfWorker() async throws {
    let worker = Closure {
      let work = Promise { try await forever() }
      await withGracefulShutdownHandler {
        _ = await work.result
      } onGracefulShutdown: {
        work.cancel()
      }
      journal.write("worker returns")
    }
    try await runAndShutDown([database(), worker])
    #expect(journal.entries == ["worker returns", "database is shut down"])
  }

  @Test("when the task of run() is cancelled, the services are cancelled, and run() returns")
  func cancelledRun() async throws {
    let work = Work()
    let group = group([Closure { try? await work.run() }])
    let running = Task { try await group.run() }
    try await work.begun.value
    running.cancel()
    try await running.value
    #expect(try await work.wasCancelled.value)
  }

  @Test("after the group's limit, services are cancelled; run() returns as if all had gone well")
  func limitOfGroup() async throws {
    let work = Work()
    var configuration = ServiceGroupConfiguration(
      services: [.init(service: Closure { try? await work.run() })], logger: quiet)
    configuration.maximumGracefulShutdownDuration = .milliseconds(10)
    let group = ServiceGroup(configuration: configuration)
    let running = Task { try await group.run() }
    try await work.begun.value
    await group.triggerGracefulShutdown()
    try await running.value
    #expect(try await work.wasCancelled.value)
  }

  @Test("a promise's handler isn't told of the shutdown; its operation is")
  func handlers() async throws {
    let (told, tell) = Promise<Void>.pending()
    let (asked, ask) = Promise<[Bool]>.pending()
    let service = Closure {
      let operation = Promise {
        try await gracefulShutdown()
        return Task.isShuttingDownGracefully
      }
      operation.map { [$0, Task.isShuttingDownGracefully] }
        .whenSettled { ask.resolve(with: $0) }
      tell.fulfill()
      _ = await asked.result
    }
    let group = group([service])
    let running = Task { try await group.run() }
    try await told.value
    await group.triggerGracefulShutdown()
    try await running.value
    #expect(try await asked.value == [true, false])
  }

  // MARK: A service that waits for promises

  @Test("without a drain, the database shuts down while a promise's work is still running")
  func withoutDrain() async throws {
    let work = Work()
    let job = Promise { [journal] in
      try await work.run()
      journal.write("job ends")
    }
    try await work.begun.value
    try await runAndShutDown([database()])
    work.end()
    try await job.value
    #expect(journal.entries == ["database is shut down", "job ends"])
  }

  @Test("a drain keeps the database until the promises have settled")
  func drain() async throws {
    let (work, drain) = (Work(), PromiseDrain(limit: .seconds(100)))
    let job = drain.keeping(
      Promise { [journal] in
        try await work.run()
        journal.write("job ends")
      })
    try await work.begun.value
    let server = Closure { [journal] in
      try await gracefulShutdown()
      journal.write("server stops")
      work.end()
    }
    try await runAndShutDown([database(), drain, server])
    try await job.value
    #expect(journal.entries == ["server stops", "job ends", "database is shut down"])
  }

  @Test("after its limit, a drain cancels what is pending, and waits until it has ended")
  func drainsLimit() async throws {
    let (work, drain) = (Work(), PromiseDrain(limit: .milliseconds(10)))
    let job = drain.keeping(
      Promise { [journal] in
        defer { journal.write("job ends") }
        try await work.run()
      })
    try await work.begun.value
    try await runAndShutDown([database(), drain])
    #expect(await job.error is CancellationError)
    #expect(try await work.wasCancelled.value)
    #expect(journal.entries == ["job ends", "database is shut down"])
  }

  @Test("a promise that settles, and one that its caller leaves, keep no drain waiting")
  func settled() async throws {
    let (work, drain) = (Work(), PromiseDrain(limit: .seconds(100)))
    #expect(try await drain.keeping(.fulfilled(1)).value == 1)
    let caller = Task { try await drain.keeping(Promise { try await work.run() }).get() }
    try await work.begun.value
    caller.cancel()
    #expect(try await work.wasCancelled.value)
    try await runAndShutDown([database(), drain])
    #expect(journal.entries == ["database is shut down"])
  }

  // MARK: Services

  private func database() -> Closure {
    Closure { [journal] in
      do {
        try await gracefulShutdown()
        journal.write("database is shut down")
      } catch {
        journal.write("database is cancelled")
      }
    }
  }
}

private struct Closure: Service {
  let body: @Sendable () async throws -> Void

  init(_ body: @escaping @Sendable () async throws -> Void) {
    self.body = body
  }

  func run() async throws {
    try await body()
  }
}

private let quiet = Logger(label: "quiet") { _ in SwiftLogNoOpLogHandler() }

private func group(_ services: [any Service]) -> ServiceGroup {
  ServiceGroup(configuration: .init(services: services.map { .init(service: $0) }, logger: quiet))
}

/// Runs a group whose shutdown begins when all services have started.
private func runAndShutDown(_ services: [any Service]) async throws {
  let (started, start) = Promise<Void>.pending()
  let last = Closure {
    start.fulfill()
    try await gracefulShutdown()
  }
  let group = group(services + [last])
  let running = Task { try await group.run() }
  try await started.value
  await group.triggerGracefulShutdown()
  try await running.value
}

private func forever() async throws {
  try await Task.sleep(for: .seconds(1000))
}
