// 4. Mixed: a chain outside, awaits inside one of its links.

import AsyncPromises

extension LoginScreen {
  func logInWithChainAndAwait(_ user: String, _ password: String) -> Promise<Void> {
    showSpinner()
    return server.login(user, password: password)
      .map(.async) { token in
        let contacts = self.server.contacts(token)
        let avatar = self.server.avatar(token)
        return Profile(contacts: try await contacts.get(), avatar: try await avatar.get())
      }
      .done { self.show($0) }
      .catch { self.show($0) }
      .finally { self.hideSpinner() }
  }
}
