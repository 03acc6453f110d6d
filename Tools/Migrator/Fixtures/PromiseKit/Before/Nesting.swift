// Chains in chains, in arrays, in arguments, and closures without names.

import PromiseKitCompat

@MainActor
final class NestedScreen {
  let journal = DeskJournal()
  let desk = Desk()

  /// The inner `catch` is for the inner chain alone.
  func outer(_ id: Int) -> Promise<String> {
    desk.user(id).then { user in
      self.desk.save("").map { "saved" }.recover { _ -> Promise<String> in
        self.journal.write("inner")
        return .value("not saved")
      }.map { "\(user.name) \($0)" }
    }.recover { error -> Promise<String> in
      self.journal.write("outer \(error)")
      throw error
    }
  }

  func unnamed() -> Promise<[Int]> {
    Promise.value([1, 2]).then {
      Promise.value($0.map { $0 + 1 }).map { $0.map { $0 * 10 } }
    }
  }

  func all() -> Promise<[String]> {
    let promises = [
      desk.user(1).map(\.name),
      desk.user(2).map { $0.name },
      desk.names().then { names in self.desk.user(names.count).map { $0.name } },
    ]
    return when(fulfilled: promises)
  }

  func labelled() -> Promise<String> {
    let first = desk.user(1).get({ self.journal.write($0.name) })
    let second = (desk.user(2)).map({ (user: DeskUser) -> String in user.name })
    return when(fulfilled: first, second).map({ user, name in user.name + name })
  }

  /// A ternary, an optional chain, and a closure that is called.
  func choice(_ id: Int?, _ desk: Desk?) -> Promise<String>? {
    let load = { (id: Int) -> Promise<DeskUser> in self.desk.user(id) }
    if let id { return load(id).map { $0.name } }
    return desk?.user(2).map { $0.name }
  }
}
