// A login screen. Four files implement the login in four ways.

import AsyncPromises

@MainActor
final class LoginScreen {
  struct Profile: Sendable {
    let contacts: [String]
    let avatar: String
  }

  let server = Server()

  /// Everything that was shown, in order.
  private(set) var output: [String] = []

  func showSpinner() {
    output.append("spinner on")
  }

  func hideSpinner() {
    output.append("spinner off")
  }

  func show(_ profile: Profile) {
    output.append("\(profile.avatar) knows \(profile.contacts.joined(separator: ", "))")
  }

  func show(_ error: any Error) {
    switch error {
    case Server.Failure.wrongPassword:
      output.append("wrong password")
    case Server.Failure.noAnswer, PromiseError.missingValue, PromiseError.broken:
      output.append("no answer from the server")
    default:
      output.append("\(error)")
    }
  }
}
