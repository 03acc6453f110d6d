// store: cancels promises when their owner is released.

/// Cancels its pending promises when the last reference to the bag is released.
///
/// A screen that owns a bag needs no teardown code. When the screen is released, so is the bag,
/// which cancels the work that only the screen wanted. Work with other consumers continues.
///
/// A bag drops each promise as it settles and keeps no promise or handler alive. It can't cause a
/// retain cycle unless the handlers, or the work, retain the owner; `done(with:)`, `catch(with:)`
/// and the like don't. If the owner is a struct, a closure that captures it holds the bag.
///
/// To cancel the pending promises without releasing the owner, replace the bag:
/// `bag = PromiseBag()`.
///
/// ## Cancellation
/// Releasing the last reference to the bag cancels each of its promises. They are rejected on the
/// releasing thread; their `onCancel` handlers run later, in a job.
///
/// ## Example
/// ```swift
/// @MainActor final class Screen {
///   private let bag = PromiseBag()
///   func open(_ url: URL) {
///     load(url).done(with: self) { screen, page in screen.show(page) }.store(in: bag)
///   }
///   func show(_ page: Page) { label.text = page.title }
/// }
/// ```
public final class PromiseBag: Sendable {
  /// Stays pending for the lifetime of the bag. Its list has an entry for each promise.
  private let life = ValueCell<Void>()

  /// Creates an empty bag.
  public init() {}

  deinit { Trampoline.run { _ = life.fulfill((), &$0) } }

  fileprivate func add(_ cell: Cell) {
    let entry = Observer(of: life, .settling, mayLeave: true) { [weak cell] effects in
      guard let cell else { return }
      cell.cancel(&effects)
      effects.release(cell)
    }
    life.attach(entry)
    Trampoline.run { effects in
      cell.observe(.settling, &effects) { entry.leave(.stopped, &$0) }
    }
  }
}

extension Promise {
  /// Cancels the promise when `bag` is released, if it is still pending.
  ///
  /// Storing the last promise of a chain is enough: cancelling it withdraws it from the earlier
  /// ones.
  ///
  /// ## Example
  /// ```swift
  /// load(url).done { label.text = $0.title }.store(in: bag)
  /// ```
  ///
  /// - Parameter bag: the bag whose release cancels the promise.
  public func store(in bag: PromiseBag) {
    bag.add(cell)
  }
}
