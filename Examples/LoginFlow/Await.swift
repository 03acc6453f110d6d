// 3. Await: the same promises, one line after the other.

import AsyncPromises

extension LoginScreen {
  func logInWithAwait(_ user: String, _ password: String) async {
    showSpinner()
    defer { hideSpinner() }
    do {
      let token = try await server.login(user, password: password).get()
      // No need of `async let`: both are under way, and both are stopped with this task.
      let both = Promise.all(server.contacts(token), server.avatar(token))
      let (contacts, avatar) = try await both.get()
      show(Profile(contacts: contacts, avatar: avatar))
    } catch {
      show(error)
    }
  }
}
