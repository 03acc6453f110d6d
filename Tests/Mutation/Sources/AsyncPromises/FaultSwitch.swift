// The switch that seeded code checks. The plugin generates the rest of the modules.

/// The active fault. The library's inlinable code checks it, too.
@usableFromInline
package enum FaultSwitch {
  /// Set before any thread of a scenario starts.
  nonisolated(unsafe) package static var name: String?

  @usableFromInline
  package static func isOn(_ fault: String) -> Bool { fault == name }
}
