// A file during the migration from one library to the other.

// snippet: imports
import PromiseKitCompat

import struct AsyncPromises.Promise  // plain `Promise` means this one

/// The server has not moved yet; its caller has.
func recentPosts(of server: OldServer) -> Promise<[String]> {
  let user: PromiseKitCompat.Promise<String> = firstly { server.user() }
  return user.asyncPromise.then { user in server.posts(user).asyncPromise }
}
// end

struct OldServer: Sendable {
  func user() -> PromiseKitCompat.Promise<String> {
    .value("anna")
  }

  func posts(_ user: String) -> PromiseKitCompat.Promise<[String]> {
    .value(["\(user) was here"])
  }
}
