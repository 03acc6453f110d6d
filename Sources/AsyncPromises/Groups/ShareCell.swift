// A caller's share of an operation: of a flight or a cache.

/// A caller's own promise, which settles like that of an operation it shares with others. It can be
/// cancelled without affecting them.
///
/// If it comes while the others are leaving, and gets a promise that is abandoned for lack of
/// consumers, it asks again.
final class ShareCell<Value: Sendable>: ValueCell<Value>, @unchecked Sendable {
  private final class Request: Sendable {
    let body: @Sendable (ShareCell) -> Void
    init(_ body: @escaping @Sendable (ShareCell) -> Void) { self.body = body }
  }

  private let wish = Wish()
  /// Belongs to the thread that claims or withdraws the link.
  private var request: Request?

  /// - Parameter request: makes the cell join an operation.
  init(_ origin: Origin, request: @escaping @Sendable (ShareCell) -> Void) {
    self.request = Request(request)
    super.init(.unarmed, origin)
    promiseBegins()
    request(self)
  }

  override var sharesWork: Bool { true }

  override func receive(
    from source: Cell, with reference: Unmanaged<Node>, _ effects: inout Effects
  ) -> Bool {
    guard source.marks.hasPublished(.abandoned), let request, !isSettled else {
      letHandlerGo(&effects)
      return super.receive(from: source, with: reference, &effects)
    }
    reference.release()
    effects.callOut { request.body(self) }
    return false
  }

  override func letHandlerGo(_ effects: inout Effects) {
    if let request = request.take() { effects.release(request) }
  }

  /// Waits for an operation, which has counted this consumer already.
  ///
  /// - Parameter target: the cell that has counted this one as a consumer.
  func join(_ cell: OperationCell<Value>, at target: Cell) {
    origin.note(.waits(for: .promise(of: cell)))
    // First, because this cell may ask for another operation as soon as it is attached.
    wish.works(cell)
    Trampoline.run { target.attach(armingCounted: self, orLeft: .cancelled, &$0) }
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  override func raise(to priority: TaskPriority) {
    wish.raise(to: priority)
  }

  deinit { wish.release() }
}

extension Promise {
  /// The promise of a caller that may share an operation with others.
  ///
  /// - Parameter join: finds the operation for the key at the desk, or begins it as a part of this
  ///   promise, whose name and line it has in reports.
  static func shared<Key: Hashable & Sendable, Contents>(
    _ kind: Operator, for key: Key, at desk: Desk<Contents>, _ fileID: StaticString, _ line: UInt,
    join: @escaping @Sendable (ShareCell<Value>) -> Void
  ) -> Promise {
    let name = Tracking.isOn ? "\(key)" : nil
    let origin = Origin(kind, name: name, fileID, line)
    if Inside.isWithin(desk, key) {
      return Promise(cell: ValueCell(.failure(PromiseError.cycle), origin))
    }
    return Promise(cell: ShareCell(origin, request: join))
  }
}
