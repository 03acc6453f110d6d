// 3. Await: the same promises, line by line.

import AsyncPromises

extension LoginScreen {
  func logInWithAwait(_ user: String, _ password: String) async {
    showSpinner()
    defer { hideSpinner() }
    do {
      let token = try await server.login(user, password: password).get()
      // Needs no `async let`: both calls run concurrently, and both stop with this task.
      let both = Promise.all(server.contacts(token), server.avatar(token))
      let (contacts, avatar) = try await both.get()
      show(Profile(contacts: contacts, avatar: avatar))
    } catch {
      show(error)
    }
  }
}
