// Login.swift: the login screen. It checks the name and password, logs the user in, and fetches the
// user and the avatar. It shows a spinner meanwhile, and errors.

import Foundation
import AsyncPromises

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
  func loginTapped(name: String, password: String) async throws -> Image {
    errorLabel.text = ""
    spinner.start()
    do {
      defer {
        self.spinner.stop()
      }
      let name = try await Promise(Result { try validated(name: name, password: password) }).get()
      let session = try await self.server.get(Session.self, "login/\(name)").get()
      self.session = session
      let user = try await self.server.get(User.self, "users/\(session.userID)").get()
      self.nameLabel.text = user.name
      let image = try await self.avatar(of: user)
      self.avatarView.image = image
      return image
    } catch {
      try Task.checkCancellation()
      self.session = nil
      self.errorLabel.text = error.localizedDescription
      throw error
    }
  }

  private func validated(name: String, password: String) throws -> String {
    let name = name.trimmingCharacters(in: .whitespaces)
    guard !name.isEmpty else { throw LoginError.noName }
    guard password.count >= 8 else { throw LoginError.shortPassword(minimum: 8) }
    return name
  }

  /// A login doesn't fail if the picture is missing.
  private func avatar(of user: User) async throws -> Image {
    guard let path = user.avatar else { return .placeholder }
    do {
      return try await server.get(Image.self, path).get()
    } catch {
      try Task.checkCancellation()
      return .placeholder
    }
  }
}
