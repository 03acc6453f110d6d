// How much memory the objects of the core take.

import CAllocations
import Testing

@testable import AsyncPromises

@Suite(
  "Object sizes",
  .enabled(if: allocations_are_counted(), "Allocations aren't counted with this allocator."))
struct ObjectSizeTests {
  @Test("a promise of an Int")
  func promise() {
    expect(ValueCell<Int>(), 104, inDebug: 136)
  }

  @Test("a derived promise of an Int, with its handler")
  func derivedPromise() {
    let source = Promise<Int>.pending()
    expect(source.promise.map { $0 }.cell, 152, inDebug: 200)
  }

  @Test("the object that the copies of a resolver share")
  func resolver() {
    expect(WriteEnd(ValueCell<Int>()), 40)
  }

  @Test("a node in the list of a promise")
  func node() {
    expect(Node(link: .detached), 40)
  }

  /// The smallest of many objects counts: if the rest of a free block is too small for anything
  /// else, the allocator adds it to the object.
  ///
  /// - Parameters:
  ///   - expected: the size that the allocator has given the object, in bytes.
  ///   - expectedInDebug: the same in a debug build, where each atomic word has a number.
  private func expect(
    _ object: @autoclosure () -> AnyObject, _ expected: Int, inDebug expectedInDebug: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #if DEBUG
      let expected = expectedInDebug ?? expected
    #endif
    let objects = (0..<64).map { _ in object() }
    let sizes = objects.map { allocations_size(Unmanaged.passUnretained($0).toOpaque()) }
    #expect(
      sizes.min() == expected,
      """
      The size of \(type(of: objects[0])) has changed. Every promise pays for that in memory and \
      time: if it is worth it, write down the new size here.
      """, sourceLocation: sourceLocation)
  }
}
