// 2. Promise chain: one level, and one `catch`.

import AsyncPromises

extension LoginScreen {
  func logInWithChain(_ user: String, _ password: String) -> Promise<Void> {
    showSpinner()
    return server.login(user, password: password)
      .then { token in
        // A promise's work starts when it is created, so the two calls run concurrently.
        let contacts = self.server.contacts(token)
        let avatar = self.server.avatar(token)
        return contacts.then { contacts in
          avatar.map { Profile(contacts: contacts, avatar: $0) }
        }
      }
      // These handlers are written on the main actor, so they run there.
      .done { self.show($0) }
      .catch { self.show($0) }
      .finally { self.hideSpinner() }
  }
}
