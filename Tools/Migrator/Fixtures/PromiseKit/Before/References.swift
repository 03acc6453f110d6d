// Functions that are passed by their names.

import PromiseKitCompat

@MainActor
func referenceLog(_ text: String) -> String { "<\(text)>" }

@MainActor
final class ReferenceScreen {
  let journal = DeskJournal()
  let desk = Desk()

  func load(_ id: Int, completion: @escaping () -> Void) {
    desk.user(id)
      .get(show)
      .map(\.name)
      .map(referenceLog)
      .done(write(text:))
      .ensure(stop)
      .catch(self.show)
      .finally(completion)
  }

  func next(_ id: Int) -> Promise<String> {
    Promise.value(id).then(desk.user).map(\.name)
  }

  private func show(_ user: DeskUser) { journal.write("user \(user.id)") }
  private func show(_ error: any Error) { journal.write("\(error)") }
  private func write(text: String) { journal.write(text) }
  private func stop() { journal.write("stops") }
}
