// RacingLogout.swift at all stages, in many orders.

import AsyncExplorer
import AsyncPromises
import AsyncPromisesSwiftTesting
import Testing

@MainActor
@Suite("A logout during a login")
struct RacingLogoutTests {
  @Test("X1: in every order, no user is logged in after the logout, unless the login began later")
  func logout() async throws {
    try await explore(schedules: 300) { @MainActor in
      let session = RacingSession()
      let login = Task { @MainActor in try await outcome { try await session.logIn("ada") } }
      let delay = Task { @MainActor in
        _ = try await Promise.delay(for: .seconds(1)).value
        session.logOut()
        return session.user == nil
      }
      let result = try await login.value
      let isOut = try await delay.value
      #expect(isOut)
      switch result {
      case .success(let token):
        #expect(token == "token of ada")
      case .failure:
        #expect(session.user == nil)
      }
      // `recover` lets a cancellation pass.
      #expect(session.log == [])
    }
  }
}
