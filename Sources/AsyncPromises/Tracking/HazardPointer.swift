// How a thread comes to retain an object that nothing of its own keeps alive.

/// Names the object that a thread is about to retain: who gives up a reference to it meanwhile
/// leaves that with the name.
///
/// One thread at a time can name an object; who finds the pointer in use comes again later. To give
/// up a reference costs a load as long as nothing is named.
final class HazardPointer: Sendable {
  /// Free, taken, or a name: the address of the object, with the lowest bit set as soon as a
  /// reference has been left.
  private let word = StateWord(free)

  private static var free: UInt { 0 }
  private static var taken: UInt { 1 }
  private static var left: UInt { 1 }

  enum Find<Object: AnyObject> {
    case object(Object)
    case nothing
    /// Another thread has the pointer.
    case busy
  }

  /// Retains the object that `load` answers.
  ///
  /// - Parameter load: reads the word that names the object for others, who may change it at any
  ///   time. It is asked again when the name is set: who changes the word later sees the name.
  func retain<Object: AnyObject>(_ load: () -> Unmanaged<Object>?) -> Find<Object> {
    guard word.compareExchange(Self.free, Self.taken) else { return .busy }
    var found: Object?
    while found == nil, let object = load() {
      _ = word.exchange(Self.name(object))
      if load()?.toOpaque() == object.toOpaque() {
        // A step that tests can stop at: who gives the object up from here on leaves a reference.
        _ = word.load()
        found = object.takeUnretainedValue()
      }
      if word.exchange(Self.taken) != Self.name(object) { object.release() }
    }
    _ = word.exchange(Self.free)
    return found.map(Find.object) ?? .nothing
  }

  /// Gives up a reference that a word has held until now.
  func release(_ object: Unmanaged<some AnyObject>) {
    if !leaves(object) { object.release() }
  }

  /// Leaves a reference with the name of its object, if that is named and none has been left yet.
  private func leaves(_ object: Unmanaged<some AnyObject>) -> Bool {
    let name = Self.name(object)
    return word.load() == name && word.compareExchange(name, name | Self.left)
  }

  private static func name(_ object: Unmanaged<some AnyObject>) -> UInt {
    UInt(bitPattern: object.toOpaque())
  }
}
