// A double load: an actor checks its state, awaits, and then acts on the outdated check.

/// Loads images and counts the loads.
actor ImageServer {
  private(set) var loads = 0

  func load(_ name: String) -> String {
    loads += 1
    return "the image of \(name)"
  }
}

/// Looks right, because the actor excludes other callers. But it doesn't while it awaits: a caller
/// that arrives then finds no image either, and loads it again.
actor ImageCache {
  private let server: ImageServer
  private var images: [String: String] = [:]

  init(_ server: ImageServer) { self.server = server }

  func image(of name: String) async -> String {
    if let image = images[name] { return image }
    let image = await server.load(name)
    images[name] = image
    return image
  }
}

/// Fixed: it stores the load itself before the first await.
actor MendedImageCache {
  private let server: ImageServer
  private var loads: [String: Task<String, Never>] = [:]

  init(_ server: ImageServer) { self.server = server }

  func image(of name: String) async -> String {
    if let load = loads[name] { return await load.value }
    let load = Task { [server] in await server.load(name) }
    loads[name] = load
    return await load.value
  }
}

extension Tour {
  static let doubleLoad = Tour(
    name: "A double load",
    looksRight: {
      let server = ImageServer()
      let cache = ImageCache(server)
      try await isLoadedOnce(from: server) { await cache.image(of: "cat") }
    },
    isRight: {
      let server = ImageServer()
      let cache = MendedImageCache(server)
      try await isLoadedOnce(from: server) { await cache.image(of: "cat") }
    })

  private static func isLoadedOnce(
    from server: ImageServer, _ image: @Sendable () async -> String
  ) async throws {
    async let list = image()
    async let detail = image()
    _ = await (list, detail)
    let loads = await server.loads
    try expect(loads == 1, "The image was loaded \(loads) times.")
  }
}
