// How a thread retains an object that it does not already keep alive.

/// Names the object that a thread is about to retain. A thread that meanwhile gives up a reference
/// to that object leaves the reference here.
///
/// One thread at a time can name an object. A thread that finds the pointer in use tries again
/// later. Giving up a reference costs one load while nothing is named.
final class HazardPointer: Sendable {
  /// Free, taken, or a name: the address of the object, with its lowest bit set once a reference
  /// has been left.
  private let word = StateWord(free)

  private static var free: UInt64 { 0 }
  private static var taken: UInt64 { 1 }
  private static var left: UInt64 { 1 }

  enum Find<Object: AnyObject> {
    case object(Object)
    case nothing
    /// Another thread is using the pointer.
    case busy
  }

  /// Retains the object that `load` returns.
  ///
  /// - Parameter load: reads the word that refers to the object, which other threads may change at
  ///   any time. It is called again after the name is set: a thread that changes the word later
  ///   sees the name.
  func retain<Object: AnyObject>(_ load: () -> Unmanaged<Object>?) -> Find<Object> {
    guard word.compareExchange(Self.free, Self.taken) else { return .busy }
    var found: Object?
    while found == nil, let object = load() {
      _ = word.exchange(Self.name(object))
      if load()?.toOpaque() == object.toOpaque() {
        // A step where tests can stop. A thread that gives up the object from now on leaves a
        // reference.
        _ = word.load()
        found = object.takeUnretainedValue()
      }
      if word.exchange(Self.taken) != Self.name(object) { object.release() }
    }
    _ = word.exchange(Self.free)
    return found.map(Find.object) ?? .nothing
  }

  /// Gives up a reference that a word has held so far.
  func release(_ object: Unmanaged<some AnyObject>) {
    if !leaves(object) { object.release() }
  }

  /// Leaves a reference here if its object is named and no reference has been left yet.
  private func leaves(_ object: Unmanaged<some AnyObject>) -> Bool {
    let name = Self.name(object)
    return word.load() == name && word.compareExchange(name, name | Self.left)
  }

  private static func name(_ object: Unmanaged<some AnyObject>) -> UInt64 {
    object.word
  }
}
