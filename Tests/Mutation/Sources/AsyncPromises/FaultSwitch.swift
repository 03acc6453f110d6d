// The switch that seeded code checks. The plugin generates the rest of this module.

/// The active fault. The library's inlinable code checks it, too.
@usableFromInline
enum FaultSwitch {
  /// Set before any thread of a scenario starts.
  nonisolated(unsafe) static var name: String?

  @usableFromInline
  static func isOn(_ fault: String) -> Bool { fault == name }
}
