// A guarantee for the next notification.

import Foundation
import PromiseKitCompat

extension NotificationCenter {
  /// Returns a guarantee that is resolved with the next notification named `name`, posted by
  /// `object` if you pass one.
  ///
  /// The observer is removed after that notification, or when the last promise derived from the
  /// guarantee is cancelled.
  public func observe(
    once name: Notification.Name, object: Any? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Notification> {
    let ending = Ending()
    return Promise(onCancel: { ending.cancel() }, fileID: fileID, line: line) {
      (seal: Resolver<Notification>) in
      let observer = addObserver(forName: name, object: object, queue: nil) { notification in
        ending.cancel()
        seal.fulfill(notification)
      }
      ending.set(Observation(center: self, observer: observer).end)
    }.recover(on: nil, fileID: fileID, line: line) { _ in
      // The observation was cancelled, so no notification will settle the guarantee.
      Guarantee<Notification>.pending().guarantee
    }
  }
}

/// An observer, and the center to remove it from.
private struct Observation: @unchecked Sendable {
  weak var center: NotificationCenter?
  let observer: any NSObjectProtocol

  func end() { center?.removeObserver(observer) }
}
