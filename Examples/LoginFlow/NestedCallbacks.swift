// 1. Nested callbacks: each answer is nested one level deeper, and each error is passed on by hand.

import Dispatch

extension LoginScreen {
  func logInWithCallbacks(
    _ user: String, _ password: String, completion: @escaping @MainActor () -> Void
  ) {
    // Every path must end here, exactly once. Nothing checks that.
    let finish: @Sendable (Result<Profile, any Error>) -> Void = { result in
      DispatchQueue.main.async {
        switch result {
        case .success(let profile): self.show(profile)
        case .failure(let error): self.show(error)
        }
        self.hideSpinner()
        completion()
      }
    }

    showSpinner()
    server.login(user, password: password) { [server] login in
      switch login {
      case .failure(let error):
        finish(.failure(error))
      case .success(let token):
        // Sequential, because asking for both concurrently would take a group and a lock.
        server.contacts(token) { contacts in
          switch contacts {
          case .failure(let error):
            finish(.failure(error))
          case .success(let contacts):
            server.avatar(token) { avatar, error in
              if let error {
                finish(.failure(error))
              } else if let avatar {
                finish(.success(Profile(contacts: contacts, avatar: avatar)))
              } else {
                finish(.failure(Server.Failure.noAnswer))
              }
            }
          }
        }
      }
    }
  }
}
