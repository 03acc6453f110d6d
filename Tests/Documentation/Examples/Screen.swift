// Declarations that the examples assume: user interface, and code under test.

import AsyncPromises
import AsyncPromisesTesting
import Foundation

@MainActor final class ProgressBar {
  var value = 0
}

@MainActor final class Label {
  var text = ""
}

@MainActor final class View {
  var image: Thumbnail?

  func fadeOut(completion: @escaping @Sendable () -> Void) {}
  func animate(completion: @escaping @Sendable () -> Void) -> Request { given() }
}

@MainActor final class Banner {
  func show(_ error: any Error) {}
  func hide() {}
}

@MainActor final class Spinner {
  func start() {}
  func stop() {}
}

@MainActor final class Row {
  func show(_ result: Result<Image, any Error>) {}
}

/// A screen that has its own bag of promises.
@MainActor final class Screen {
  func show(_ page: Page) {}
  func show(_ error: any Error) {}
  func title(of page: Page) -> String { given() }
  func render(_ page: Page) -> Promise<Image> { given() }
  func styled(_ page: Page) async throws -> Page { given() }
  func present(_ page: Page) async {}
  func note(_ message: String) {}
  func endLoading() {}

  var lastPage: Page { given() }
  func savedPage() async throws -> Page { given() }
  func mirror() async throws -> URL { given() }
  func reload() -> Promise<Page> { given() }
  func load(_ url: URL) -> Promise<Page> { given() }
}

@MainActor func show(_ page: Page) {}
@MainActor func show(_ message: String) {}
@MainActor func alert(_ message: String) {}

@MainActor let screen = Screen()
@MainActor let bag = PromiseBag()
@MainActor let label = Label()
@MainActor let bar = ProgressBar()
@MainActor let status = Label()
@MainActor let view = View()
@MainActor let banner = Banner()
@MainActor let spinner = Spinner()
@MainActor let rows: [Row] = []
@MainActor var pages: [URL: Promise<Page>] = [:]

/// A feature under test.
@MainActor final class Feed {
  var items: [Page] = []

  func reload() {}
}

@MainActor final class Session {
  var user: User?

  func login(_ name: String) {}
}

@MainActor final class Outbox {
  var sent: [String] = []

  init(clock: any Clock<Duration>, deliver: @escaping @Sendable (String) async throws -> Void) {}

  func send(_ message: String) {}
}

let feed: Feed = given()
@MainActor let model = Feed()
@MainActor let session = Session()
let scope: PromiseScope = given()
let clock = ManualClock()
