// The shape of a type: as much of it as the source reveals. Anything else is unknown.

indirect enum Shape: Hashable, Sendable {
  /// A promise of a library, and the shape of its value.
  case promise(PromiseType, Shape)
  /// The write end of a promise, and the shape of its value.
  case resolver(Library, Shape)
  /// The result of PromiseKit's `catch`.
  case finalizer
  /// A type in the sources, by its path (`Outer.Inner`), or in a module that wasn't given.
  case named(String)
  /// The type itself, as in `Promise<Int>.pending()`.
  case metatype(Shape)
  case function([Shape], result: Shape)
  case tuple([TupleElement])
  case array(Shape)
  case dictionary(value: Shape)
  case optional(Shape)
  /// A value of a generic parameter with this protocol as its constraint.
  case generic(Shape)
  case unknown

  struct TupleElement: Hashable, Sendable {
    let label: String?
    let shape: Shape
  }

  static let void = Shape.tuple([])

  var isKnown: Bool { self != .unknown }

  /// The shape of a type's instances, if this is the type itself.
  var instance: Shape { if case .metatype(let type) = self { type } else { self } }

  /// The shape of a collection, for that of its type, such as `[Int: (Promise<Int>, Data)]`.
  var madeCollection: Shape {
    switch self {
    case .array(let element): .array(element.madeCollection)
    case .dictionary(let value): .dictionary(value: value.madeCollection)
    case .tuple(let elements):
      .tuple(elements.map { .init(label: $0.label, shape: $0.shape.madeCollection) })
    default: instance
    }
  }

  /// The shape without any `?` and `!`.
  var unwrapped: Shape {
    var shape = self
    while case .optional(let inner) = shape { shape = inner }
    return shape
  }

  var promiseType: PromiseType? {
    if case .promise(let type, _) = unwrapped { type } else { nil }
  }

  /// The shape of the promise's value.
  var value: Shape {
    if case .promise(_, let value) = unwrapped { value } else { .unknown }
  }

  /// The shape of the value of a promise or a resolver.
  var settledValue: Shape {
    if case .resolver(_, let value) = unwrapped { value } else { value }
  }

  /// The shape of an array's or a dictionary's elements.
  var element: Shape {
    switch unwrapped {
    case .array(let element): element
    case .dictionary(let value):
      .tuple([.init(label: "key", shape: .unknown), .init(label: "value", shape: value)])
    default: .unknown
    }
  }

  /// The type of a promise inside this shape, as in an array, a tuple or a function's result.
  var promiseInside: PromiseType? {
    switch self {
    case .promise(let type, _): type
    case .array(let inner), .dictionary(let inner), .optional(let inner), .function(_, let inner):
      inner.promiseInside
    case .tuple(let elements): elements.compactMap(\.shape.promiseInside).first
    case .resolver, .finalizer, .named, .metatype, .generic, .unknown: nil
    }
  }

  /// The same shape, with promises that stay google/promises'.
  var staying: Shape {
    switch self {
    case .promise(.googlePromise, let value): .promise(.stayingGooglePromise, value)
    case .metatype(let type): .metatype(type.staying)
    case .optional(let inner): .optional(inner.staying)
    case .array(let element): .array(element.staying)
    case .dictionary(let value): .dictionary(value: value.staying)
    case .function(let given, let result): .function(given, result: result.staying)
    default: self
    }
  }

  /// This shape where the two agree, unknown elsewhere.
  func merged(with other: Shape) -> Shape {
    if self == other { return self }
    switch (self, other) {
    case (.promise(let type, let value), .promise(let other, let otherValue)) where type == other:
      return .promise(type, value.merged(with: otherValue))
    case (.array(let left), .array(let right)): return .array(left.merged(with: right))
    case (.function(let given, let result), .function(let other, let otherResult)):
      let all = given.count == other.count ? zip(given, other).map { $0.merged(with: $1) } : []
      return .function(all, result: result.merged(with: otherResult))
    default: return .unknown
    }
  }
}
