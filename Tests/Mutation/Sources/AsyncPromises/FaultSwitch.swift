// The switch that seeded code checks. The plugin generates the rest of this module.

/// The fault that is on. Inlinable code of the library checks it, too.
@usableFromInline
enum FaultSwitch {
  /// Set before any thread of a scenario starts.
  nonisolated(unsafe) static var name: String?

  @usableFromInline
  static func isOn(_ fault: String) -> Bool { fault == name }
}
