// 4. Mixed: a chain on the outside, awaits inside one of its links.

import AsyncPromises

extension LoginScreen {
  func logInWithChainAndAwait(_ user: String, _ password: String) -> Promise<Void> {
    showSpinner()
    return server.login(user, password: password)
      .map(.async) { token in
        let contacts = server.contacts(token)
        let avatar = server.avatar(token)
        return Profile(contacts: try await contacts.value, avatar: try await avatar.value)
      }
      .done { show($0) }
      .catch { show($0) }
      .finally { hideSpinner() }
  }
}
