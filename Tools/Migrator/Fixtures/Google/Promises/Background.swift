// Work on global queues, from code of no actor and from the main actor.

import Dispatch
import Foundation
import AsyncPromises

struct BackgroundImage: Sendable, Equatable, Codable {
  let width: Int

  func scaled(by factor: Int) -> BackgroundImage {
    dispatchPrecondition(condition: .notOnQueue(.main))
    return BackgroundImage(width: width * factor)
  }
}

struct BackgroundError: Error, Equatable {}

struct BackgroundStore: Sendable {
  func data(_ width: Int) -> Promise<Data> {
    width < 0 ? Promise.rejected(BackgroundError()) : Promise.fulfilled(Data(#"{"width": \#(width)}"#.utf8))
  }

  func image(_ width: Int) -> Promise<BackgroundImage> {
    data(width).map { data in
      try JSONDecoder().decode(BackgroundImage.self, from: data)
    }.recover { _ in
      dispatchPrecondition(condition: .notOnQueue(.main))
      return BackgroundImage(width: 0)
    }
  }

  func decoded<Model: Decodable & Sendable>(_ type: Model.Type, _ width: Int) -> Promise<Model> {
    data(width).map { try JSONDecoder().decode(type, from: $0) }
  }
}

@MainActor
final class BackgroundScreen {
  private(set) var image: BackgroundImage?
  private(set) var log: [String] = []
  let store = BackgroundStore()

  /// The costly part leaves the main actor, the rest stays.
  func show(_ width: Int, scale: Int) -> Promise<BackgroundImage> {
    store.image(width).map(.async) { @concurrent image in
      image.scaled(by: scale)
    }.map { image in
      MainActor.preconditionIsolated()
      self.image = image
      return image
    }.finally {
      self.log.append("shown")
    }
  }

  /// A promise that is made in the background.
  func again(_ width: Int) -> Promise<BackgroundImage> {
    let store = store
    return store.data(width).then(.async) { @concurrent _ in
      store.image(width)
    }.recover(.async, .promise) { @concurrent _ in
      store.image(7)
    }
  }

  /// Work alone.
  func work(_ width: Int) -> Promise<Int> {
    Promise<Int> { @concurrent in
      dispatchPrecondition(condition: .notOnQueue(.main))
      return width + 1
    }
  }
}
