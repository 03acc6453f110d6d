// Parts for one platform or another.

import PromiseKitCompat

@MainActor
final class ConditionalScreen {
  let journal = DeskJournal()
  let desk = Desk()

  #if os(watchOS)
    func name(_ id: Int) -> Guarantee<String> { .value("small \(id)") }
  #else
    func name(_ id: Int) -> Guarantee<String> {
      desk.user(id).map(\.name).recover { _ in .value("nobody") }
    }
  #endif

  func load(_ id: Int) -> Promise<String> {
    #if DEBUG || !DEBUG
      let prefix = "user"
    #else
      let prefix = "u"
    #endif
    return desk.user(id).get { user in
      #if os(watchOS)
        self.journal.write("watch \(user.name)")
      #else
        self.journal.write("\(prefix) \(user.name)")
      #endif
    }.map { user in
      #if os(watchOS)
        return user.name.uppercased()
      #else
        return user.name
      #endif
    }
  }
}
