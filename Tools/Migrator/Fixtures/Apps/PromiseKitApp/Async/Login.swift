// Login.swift: the login screen. It checks the name and password, logs the user in, and fetches the
// user and the avatar. It shows a spinner meanwhile, and errors.

import Foundation
import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

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
    Promise { resolver in
      resolver.follow(try validate(name: name, password: password))
    }.then { credentials in
      Promise.immediate { try await self.login(credentials) }
    }.map { [weak self] session in
      self?.session = session
      return session
    }.then { session in
      Promise.immediate { try await self.fetchUser(session) }
    }.then { user in
      Promise.immediate { try await self.fetchAvatar(of: user) }.map { (user, $0) }
    }.done { [weak self] user, avatar in
      self?.nameLabel.text = user.name
      self?.avatarView.image = avatar
    }.finally { [weak self] in
      self?.spinner.stop()
    }.catch { [weak self] error in
      guard !error.isCancelled else { return }
      self?.show(error)
    }.finally {
      completion()
    }
  }

  /// Notifies the server, but ignores its answer.
  func logoutTapped() async throws {
    session = nil
    nameLabel.text = ""
    avatarView.image = nil
    try await server.post("logout").ignoreErrors().get()
  }

  private func validate(name: String, password: String) throws -> Promise<Credentials> {
    let name = name.trimmingCharacters(in: .whitespaces)
    guard !name.isEmpty else { throw LoginError.noName }
    guard password.count >= 8 else { throw LoginError.shortPassword(minimum: 8) }
    return .fulfilled(Credentials(name: name, password: password))
  }

  private func login(_ credentials: Credentials) async throws -> Session {
    try await server.get(Session.self, "login/\(credentials.name)").get()
  }

  private func fetchUser(_ session: Session) async throws -> User {
    try await server.get(User.self, "users/\(session.userID)").get()
  }

  /// A login doesn't fail if the picture is missing.
  private func fetchAvatar(of user: User) async throws -> Image {
    guard let path = user.avatar else { return .placeholder }
    do {
      return try await server.get(Image.self, path).get()
    } catch {
      try Task.checkCancellation()
      return .placeholder
    }
  }

  private func show(_ error: any Error) {
    session = nil
    errorLabel.text = error.localizedDescription
  }
}
