// Login.swift: the login screen. It checks the name and password, logs the user in, and fetches the
// user and the avatar. Meanwhile, it shows a spinner. It also shows errors.

import Foundation
import GooglePromisesCompat

enum LoginError: LocalizedError, Equatable {
  case noName
  case shortPassword(minimum: Int)

  var errorDescription: String? {
    switch self {
    case .noName: "Enter your name."
    case .shortPassword(let minimum): "A password needs at least \(minimum) characters."
    }
  }
}

@MainActor
final class LoginScreen {
  let spinner = Spinner()
  let nameLabel = Label()
  let errorLabel = Label()
  let avatarView = ImageView()

  private let server: Server
  private(set) var session: Session?

  init(server: Server) {
    self.server = server
  }

  /// Called when the user taps the button.
  @discardableResult
  func loginTapped(name: String, password: String) -> Promise<Image> {
    errorLabel.text = ""
    spinner.start()
    return Promise(try validated(name: name, password: password)).then { name in
      self.server.get(Session.self, "login/\(name)")
    }.then { session in
      self.session = session
    }.then { session in
      self.server.get(User.self, "users/\(session.userID)")
    }.then { user in
      self.nameLabel.text = user.name
    }.then { user in
      self.avatar(of: user)
    }.then { image in
      self.avatarView.image = image
    }.always {
      self.spinner.stop()
    }.catch { error in
      self.session = nil
      self.errorLabel.text = error.localizedDescription
    }
  }

  private func validated(name: String, password: String) throws -> String {
    let name = name.trimmingCharacters(in: .whitespaces)
    guard !name.isEmpty else { throw LoginError.noName }
    guard password.count >= 8 else { throw LoginError.shortPassword(minimum: 8) }
    return name
  }

  /// A login doesn't fail if the picture is missing.
  private func avatar(of user: User) -> Promise<Image> {
    guard let path = user.avatar else { return Promise(.placeholder) }
    return server.get(Image.self, path).recover { _ in .placeholder }
  }
}
