// Declarations that the examples for Combine and SwiftUI assume.

import AsyncPromises
import AsyncPromisesCombine
import AsyncPromisesSwiftUI
import Combine
import Dispatch
import Foundation
import SwiftUI

struct Page: Sendable {
  static let offline = Page(title: "")
  var title: String
}

@MainActor final class Label { var text = "" }

@MainActor let label = Label()
let url: URL = load()
let names = PassthroughSubject<String, Never>()
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor let page = PromiseState<Page>()
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor let news = PromiseState<[Page]>()

func load() -> URL { fatalError() }
func load(_ url: URL) -> Promise<Page> { .fulfilled(.offline) }
func loadNews() -> Promise<[Page]> { .fulfilled([]) }
func show(_ page: Page) {}
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor func title(of page: PromiseState<Page>) -> String { page.value?.title ?? "" }
