// Login.swift: the login screen. The name and password are checked, the user logs in, then the
// user and the avatar are fetched; a spinner turns meanwhile, and errors are shown.

import Foundation
import AsyncPromises

enum LoginError: LocalizedError, Equatable {
  case noName
  case shortPassword(minimum: Int)

  var errorDescription: String? {
    switch self {
    case .noName: "Who are you?"
    case .shortPassword(let minimum): "A password has \(minimum) characters at least."
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

  /// The user has pressed the button.
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

  /// A login does not fail for want of a picture.
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
