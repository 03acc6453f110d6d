// Completion handlers, before and after.

import AsyncPromises

// snippet: login
extension Server {
  func login(_ name: String) -> Promise<Token> {
    .wrap { login(name, completion: $0) }
  }
}
// end
