// What the seeded code asks before it goes wrong. The rest of this module is made by the plugin.

/// Which fault is on. Inlinable code of the library asks, too.
@usableFromInline
enum FaultSwitch {
  /// Set before any thread of a scenario starts.
  nonisolated(unsafe) static var name: String?

  @usableFromInline
  static func isOn(_ fault: String) -> Bool { fault == name }
}
