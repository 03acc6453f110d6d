// 3. Await: the same promises, one line after the other.

import AsyncPromises

extension LoginScreen {
  func logInWithAwait(_ user: String, _ password: String) async {
    showSpinner()
    defer { hideSpinner() }
    do {
      let token = try await server.login(user, password: password).value
      // No need of `async let`: both promises are under way before the first is awaited.
      let contacts = server.contacts(token)
      let avatar = server.avatar(token)
      show(Profile(contacts: try await contacts.value, avatar: try await avatar.value))
    } catch {
      show(error)
    }
  }
}
