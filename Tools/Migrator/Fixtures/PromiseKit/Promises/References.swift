// Functions that are passed by their names.

import AsyncPromises

@MainActor
func referenceLog(_ text: String) -> String { "<\(text)>" }

@MainActor
final class ReferenceScreen {
  let journal = DeskJournal()
  let desk = Desk()

  func load(_ id: Int, completion: @escaping () -> Void) {
    desk.user(id)
      .map {
        self.show($0)
        return $0
      }
      .map(\.name)
      .map { referenceLog($0) }
      .done { self.write(text: $0) }
      .finally { self.stop() }
      .catch(except: CancellationError.self) { self.show($0) }
      .finally { completion() }
  }

  func next(_ id: Int) -> Promise<String> {
    Promise.fulfilled(id).then { [desk] in desk.user($0) }.map(\.name)
  }

  private func show(_ user: DeskUser) { journal.write("user \(user.id)") }
  private func show(_ error: any Error) { journal.write("\(error)") }
  private func write(text: String) { journal.write(text) }
  private func stop() { journal.write("stops") }
}
