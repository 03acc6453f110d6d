// 2. Promise chain: one level, and one `catch`.

import AsyncPromises

extension LoginScreen {
  func logInWithChain(_ user: String, _ password: String) -> Promise<Void> {
    showSpinner()
    return server.login(user, password: password)
      .then { token in
        // A promise is under way as soon as it is there: the two calls run at the same time.
        let contacts = self.server.contacts(token)
        let avatar = self.server.avatar(token)
        return contacts.then { contacts in
          avatar.map { Profile(contacts: contacts, avatar: $0) }
        }
      }
      // These handlers are written on the main actor, so that's where they run.
      .done { self.show($0) }
      .catch { self.show($0) }
      .finally { self.hideSpinner() }
  }
}
