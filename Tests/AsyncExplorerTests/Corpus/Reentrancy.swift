// Programs that check, wait, and then act on an outdated check.

#if ORDERS_JOBS && compiler(>=6.3)
  extension Corpus {
    static let reentrancy = [
      Pair("image cache loads twice", imageCacheLoadsTwice),
      Pair("token is refreshed twice", tokenIsRefreshedTwice),
      Pair("like is lost", likeIsLost),
      Pair("edit is lost despite its version", editIsLost),
      Pair("limiter lets all in at once", limiterLetsAllIn),
    ]
  }

  // MARK: Check-then-act: nothing records that the image is on its way

  private actor ImageCache {
    private let server: Server
    private let isMended: Bool
    private var images: [String: Int] = [:]
    private var loads: [String: Task<Int, Never>] = [:]

    init(_ server: Server, _ isMended: Bool) { (self.server, self.isMended) = (server, isMended) }

    func image(_ name: String) async -> Int {
      if let image = images[name] { return image }
      if isMended, let load = loads[name] { return await load.value }
      let load = Task { [server] in await server.reply() }
      loads[name] = load
      let image = await load.value
      images[name] = image
      loads[name] = nil
      return image
    }
  }

  @Sendable private func imageCacheLoadsTwice(_ isMended: Bool) async throws {
    let server = Server()
    let cache = ImageCache(server, isMended)
    async let first = cache.image("cat")
    async let second = cache.image("cat")
    _ = await (first, second)
    let calls = await server.calls
    try check(calls == 1, "The image was loaded \(calls) times.")
  }

  // MARK: Check-then-act: for a moment, there is neither a refresh nor the new token

  private actor TokenStore {
    private let server: Server
    private let journal = Ledger()
    private let isMended: Bool
    private var token: Int?
    private var refresh: Task<Int, Never>?

    init(_ server: Server, _ isMended: Bool) { (self.server, self.isMended) = (server, isMended) }

    func validToken() async -> Int {
      if let token { return token }
      if let refresh { return await refresh.value }
      let current = Task { [server] in await server.reply() }
      refresh = current
      let new = await current.value
      if isMended { token = new }
      refresh = nil
      await journal.add(new)
      token = new
      return new
    }
  }

  @Sendable private func tokenIsRefreshedTwice(_ isMended: Bool) async throws {
    let server = Server()
    let store = TokenStore(server, isMended)
    async let first = store.validToken()
    async let second = store.validToken()
    _ = await (first, second)
    let calls = await server.calls
    try check(calls == 1, "The refresh token was used \(calls) times.")
  }

  // MARK: Lost update: two screens read the number and write it back

  private actor Post {
    private(set) var likes = 0

    func setLikes(_ number: Int) { likes = number }
    func like() { likes += 1 }
  }

  @Sendable private func likeIsLost(_ isMended: Bool) async throws {
    let post = Post()
    @Sendable func like() async {
      if isMended { return await post.like() }
      let seen = await post.likes
      await post.setLikes(seen + 1)
    }
    async let first: Void = like()
    async let second: Void = like()
    _ = await (first, second)
    let likes = await post.likes
    try check(likes == 2, "There are \(likes) likes.")
  }

  // MARK: Lost update: the version is compared in one step and the text replaced in the next

  private actor Document {
    private(set) var words: [String] = []
    var version: Int { words.count }

    func replace(by words: [String]) { self.words = words }

    func replace(by words: [String], at version: Int) -> Bool {
      guard version == self.version else { return false }
      self.words = words
      return true
    }
  }

  @Sendable private func editIsLost(_ isMended: Bool) async throws {
    let document = Document()
    @Sendable func append(_ word: String) async {
      while true {
        let words = await document.words
        if isMended {
          if await document.replace(by: words + [word], at: words.count) { return }
        } else if await document.version == words.count {
          return await document.replace(by: words + [word])
        }
      }
    }
    async let first: Void = append("Hello")
    async let second: Void = {
      await work(12)
      await append("world")
    }()
    _ = await (first, second)
    let words = await document.words
    try check(words.count == 2, "The document is \(words).")
  }

  // MARK: Limiter: a task inside is counted too late

  private actor UploadLimiter {
    private let journal = Ledger()
    private let isMended: Bool
    private let limit = 2
    private var active = 0

    init(_ isMended: Bool) { self.isMended = isMended }

    func upload(_ number: Int, in room: Hall) async -> Bool {
      guard active < limit else { return false }
      if isMended { active += 1 }
      await journal.add(number)
      if !isMended { active += 1 }
      await room.enter()
      await work()
      await room.leave()
      active -= 1
      return true
    }
  }

  @Sendable private func limiterLetsAllIn(_ isMended: Bool) async throws {
    let room = Hall()
    let limiter = UploadLimiter(isMended)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 { group.addTask { _ = await limiter.upload(number, in: room) } }
    }
    let most = await room.most
    try check(most <= 2, "\(most) uploads ran at the same time.")
  }
#endif
