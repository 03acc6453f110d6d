// Login.swift: the login screen. It checks the name and password, logs the user in, and fetches the
// user and the avatar. Meanwhile, it shows a spinner. It also shows errors.

import Foundation
import PromiseKitCompat

struct Credentials: Equatable, Sendable {
  let name: String
  let password: String
}

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
  func loginTapped(name: String, password: String, completion: @escaping () -> Void = {}) {
    errorLabel.text = ""
    spinner.start()
    firstly {
      try validate(name: name, password: password)
    }.then { credentials in
      self.login(credentials)
    }.get { [weak self] session in
      self?.session = session
    }.then { session in
      self.fetchUser(session)
    }.then { user in
      self.fetchAvatar(of: user).map { (user, $0) }
    }.done { [weak self] user, avatar in
      self?.nameLabel.text = user.name
      self?.avatarView.image = avatar
    }.ensure { [weak self] in
      self?.spinner.stop()
    }.catch { [weak self] error in
      self?.show(error)
    }.finally {
      completion()
    }
  }

  /// Notifies the server, but ignores its answer.
  @discardableResult
  func logoutTapped() -> PMKFinalizer {
    session = nil
    nameLabel.text = ""
    avatarView.image = nil
    return server.post("logout").cauterize()
  }

  private func validate(name: String, password: String) throws -> Promise<Credentials> {
    let name = name.trimmingCharacters(in: .whitespaces)
    guard !name.isEmpty else { throw LoginError.noName }
    guard password.count >= 8 else { throw LoginError.shortPassword(minimum: 8) }
    return .value(Credentials(name: name, password: password))
  }

  private func login(_ credentials: Credentials) -> Promise<Session> {
    server.get(Session.self, "login/\(credentials.name)")
  }

  private func fetchUser(_ session: Session) -> Promise<User> {
    server.get(User.self, "users/\(session.userID)")
  }

  /// A login doesn't fail if the picture is missing.
  private func fetchAvatar(of user: User) -> Guarantee<Image> {
    guard let path = user.avatar else { return .value(.placeholder) }
    return server.get(Image.self, path).recover { _ in .value(.placeholder) }
  }

  private func show(_ error: any Error) {
    session = nil
    errorLabel.text = error.localizedDescription
  }
}
