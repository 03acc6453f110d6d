// Programs that mistake something old for something new.

#if ORDERS_JOBS && compiler(>=6.3)
  import AsyncPromises

  extension Corpus {
    static let staleness = [
      Pair("search field shows an older reply", searchFieldShowsOlderReply),
      Pair("image cell is reused for the same path", imageCellIsUsedAgain),
      Pair("connection is released by its former owner", connectionIsReleasedTwice),
      Pair("old load clears the new one", oldLoadClearsNewOne),
      Pair("disk keeps an older setting than memory", diskKeepsOlderSetting),
    ]
  }

  // MARK: Late reply: the field shows the reply that arrives last

  @MainActor private final class SearchField {
    private let isMended: Bool
    private var query = ""
    private(set) var results = ""

    nonisolated init(_ isMended: Bool) { self.isMended = isMended }

    nonisolated private func find(_ text: String) async -> String {
      await work()
      return "results of \(text)"
    }

    func type(_ text: String) -> Promise<Void> {
      query = text
      return Promise { @concurrent [self] in await find(text) }
        .done { [self] found in
          if !isMended || query == text { results = found }
        }
    }
  }

  @Sendable private func searchFieldShowsOlderReply(_ isMended: Bool) async throws {
    let field = SearchField(isMended)
    let first = await field.type("a")
    let second = await field.type("ab")
    try await first.get()
    try await second.get()
    let results = await field.results
    try check(results == "results of ab", "The field shows \(results).")
  }

  // MARK: ABA: the cell shows the right path, but an outdated version of it

  private actor Gallery {
    private var versions: [String: Int] = [:]

    func replace(_ path: String) { versions[path, default: 1] += 1 }
    func version(_ path: String) -> Int { versions[path, default: 1] }

    nonisolated func load(_ path: String) async -> Int {
      let image = await version(path)
      await work()
      return image
    }
  }

  @MainActor private final class ImageCell {
    private let gallery: Gallery
    private let isMended: Bool
    private var path = ""
    private var use = 0
    private(set) var shown = 0

    nonisolated init(_ gallery: Gallery, _ isMended: Bool) {
      (self.gallery, self.isMended) = (gallery, isMended)
    }

    func show(_ path: String) -> Task<Void, Never> {
      self.path = path
      use += 1
      let mine = use
      return Task {
        let image = await gallery.load(path)
        if isMended ? use == mine : self.path == path { shown = image }
      }
    }
  }

  @Sendable private func imageCellIsUsedAgain(_ isMended: Bool) async throws {
    let gallery = Gallery()
    let cell = ImageCell(gallery, isMended)
    var loads = [await cell.show("cat")]
    loads.append(await cell.show("dog"))
    await gallery.replace("cat")
    loads.append(await cell.show("cat"))
    for load in loads { await load.value }
    let shown = await cell.shown
    try check(shown == 2, "The cell shows version \(shown) of the cat.")
  }

  // MARK: ABA: a client later gives back a connection that was already taken from it

  private actor ConnectionPool {
    private let isMended: Bool
    private var lastLease = 0
    private var lease: Int?
    private var waiters: [UnsafeContinuation<Int, Never>] = []

    init(_ isMended: Bool) { self.isMended = isMended }

    func connect() async -> Int {
      if lease != nil { return await withUnsafeContinuation { waiters.append($0) } }
      return nextLease()
    }

    func release(_ old: Int) {
      if !isMended || lease == old { free() }
    }

    /// Takes the connection away from a client that has had it for too long.
    func reclaim(_ old: Int) {
      if lease == old { free() }
    }

    private func free() {
      lease = nil
      if !waiters.isEmpty { waiters.removeFirst().resume(returning: nextLease()) }
    }

    private func nextLease() -> Int {
      lastLease += 1
      lease = lastLease
      return lastLease
    }
  }

  @Sendable private func connectionIsReleasedTwice(_ isMended: Bool) async throws {
    let (pool, room) = (ConnectionPool(isMended), Hall())
    let first = await pool.connect()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await pool.release(first) }
      for _ in 0..<2 {
        group.addTask {
          let lease = await pool.connect()
          await room.enter()
          await work()
          await room.leave()
          await pool.release(lease)
        }
      }
      group.addTask {
        await work(6)
        await pool.reclaim(first)
      }
    }
    let most = await room.most
    try check(most == 1, "\(most) clients used the connection at the same time.")
  }

  // MARK: ABA: an invalidated load clears the entry of its successor

  private actor Feed {
    private let server = Server()
    private let isMended: Bool
    private var inFlight: Promise<Int>?
    private var youngest: Promise<Int>?
    private(set) var duplicates = 0

    init(_ isMended: Bool) { self.isMended = isMended }

    func posts() -> Promise<Int> {
      if let inFlight { return inFlight }
      if let youngest, youngest.resultIfSettled == nil { duplicates += 1 }
      let load = Promise { [server] in await server.reply() }
      (inFlight, youngest) = (load, load)
      _ = load.finally { self.ended(load) }
      return load
    }

    private func ended(_ load: Promise<Int>) {
      if !isMended || inFlight == load { inFlight = nil }
    }

    /// Makes later calls ignore the load in flight, which is outdated.
    func invalidate() { (inFlight, youngest) = (nil, nil) }
  }

  @Sendable private func oldLoadClearsNewOne(_ isMended: Bool) async throws {
    let feed = Feed(isMended)
    let first = await feed.posts()
    await work(5)
    await feed.invalidate()
    let second = await feed.posts()
    await work()
    let third = await feed.posts()
    for load in [first, second, third] { _ = try await load.get() }
    let duplicates = await feed.duplicates
    try check(duplicates == 0, "The same posts were loaded twice at the same time.")
  }

  // MARK: Late write: memory and disk are written in different orders

  private actor Disk {
    private(set) var value = 0

    private func write(_ value: Int) { self.value = value }

    nonisolated func save(_ value: Int) async {
      await work()
      await write(value)
    }
  }

  private actor Settings {
    private let disk: Disk
    private let isMended: Bool
    private(set) var value = 0
    private var lastWrite: Task<Void, Never>?

    init(_ disk: Disk, _ isMended: Bool) { (self.disk, self.isMended) = (disk, isMended) }

    func set(_ new: Int) async {
      value = new
      guard isMended else { return await disk.save(new) }
      let write = Task { [disk, lastWrite] in
        await lastWrite?.value
        await disk.save(new)
      }
      lastWrite = write
      await write.value
    }
  }

  @Sendable private func diskKeepsOlderSetting(_ isMended: Bool) async throws {
    let disk = Disk()
    let settings = Settings(disk, isMended)
    async let first: Void = settings.set(1)
    async let second: Void = settings.set(2)
    _ = await (first, second)
    let (kept, written) = await (settings.value, disk.value)
    try check(kept == written, "Memory has \(kept), the disk has \(written).")
  }
#endif
