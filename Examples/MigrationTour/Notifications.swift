// Notifications, before and after.

import AsyncPromises
import Foundation

extension Notification.Name {
  static let didLogIn = Notification.Name("didLogIn")
}

// snippet: before
@MainActor
final class Greeting {
  private let center: NotificationCenter
  private var observer: (any NSObjectProtocol)?

  init(_ center: NotificationCenter) {
    self.center = center
  }

  func begin(completion: @escaping @Sendable (String) -> Void) {
    observer = center.addObserver(forName: .didLogIn, object: nil, queue: nil) { notification in
      guard let name = notification.userInfo?["name"] as? String else { return }
      completion("Welcome, \(name)")  // at each login, until `end()`
    }
  }

  func end() {
    observer.map(center.removeObserver)
    observer = nil
  }
}
// end

// snippet: after
extension NotificationCenter {
  /// The first value that `read` returns for a notification from now on.
  @MainActor
  func next<Value>(
    _ name: Notification.Name, _ read: @escaping @Sendable (Notification) -> Value?
  ) -> Promise<Value> {
    .observing { report in
      let observer = addObserver(forName: name, object: nil, queue: nil) { notification in
        if let value = read(notification) { report(value) }
      }
      return { self.removeObserver(observer) }
    }
  }
}
// end

@MainActor
func greeting(_ center: NotificationCenter) -> Promise<String> {
  // snippet: use
  center.next(.didLogIn) { $0.userInfo?["name"] as? String }
    .map { "Welcome, \($0)" }
  // end
}
