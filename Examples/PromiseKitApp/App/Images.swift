// Images.swift: loads each image once, and makes thumbnails in the background.

import Foundation
import PromiseKitCompat

enum ImageError: Error, Equatable {
  case notAnImage
}

@MainActor
final class ImageLoader {
  private let server: Server
  private var cache: [String: Image] = [:]
  private var loading: [String: Promise<Image>] = [:]

  init(server: Server) {
    self.server = server
  }

  /// Calls for the same image share a promise while it loads.
  func image(at path: String) -> Promise<Image> {
    if let image = cache[path] { return .value(image) }
    if let promise = loading[path] { return promise }
    let promise = firstly {
      server.get(path)
    }.compactMap(on: .global()) { data in
      try? JSONDecoder().decode(Image.self, from: data)
    }.recover { error -> Promise<Image> in
      guard case PMKError.compactMap = error else { throw error }
      throw ImageError.notAnImage
    }.tap { [weak self] result in
      self?.loading[path] = nil
      if case .fulfilled(let image) = result { self?.cache[path] = image }
    }
    loading[path] = promise
    return promise
  }

  func thumbnail(at path: String, width: Int = 64) -> Promise<Image> {
    image(at: path).map(on: .global(qos: .userInitiated)) { $0.scaled(to: width) }
  }

  /// Fails as soon as one image fails.
  func images(at paths: [String]) -> Promise<[Image]> {
    when(fulfilled: paths.map { image(at: $0) })
  }

  /// Never fails: missing images become placeholders.
  func thumbnails(at paths: [String]) -> Guarantee<[Image]> {
    when(
      guarantees: paths.map { path in
        thumbnail(at: path).recover { _ in .value(.placeholder) }
      })
  }

  /// Combines the images into one, in the background.
  func collage(of paths: [String]) -> Promise<Image> {
    images(at: paths).then { images in
      DispatchQueue.global().async(.promise) {
        guard !images.isEmpty else { throw PMKError.emptySequence }
        let width = images.reduce(0) { $0 + $1.width }
        return Image(name: images.map(\.name).joined(separator: "+"), width: width)
      }
    }
  }
}

/// A cell of a list. It may have been reused by the time its image arrives.
@MainActor
final class ImageCell {
  let imageView = ImageView()
  private(set) var path: String?

  @discardableResult
  func show(_ path: String, from loader: ImageLoader) -> Guarantee<Void> {
    self.path = path
    imageView.image = .placeholder
    return loader.thumbnail(at: path).done { [weak self] image in
      guard self?.path == path else { return }
      self?.imageView.image = image
    }.recover { _ in }
  }
}
