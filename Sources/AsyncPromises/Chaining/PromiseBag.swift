// store: promises that are cancelled when their owner goes.

/// Cancels the pending promises stored in it when the last reference to it is released.
///
/// A screen that keeps a bag needs no code for its end: the bag is released with it, and the work
/// that only the screen wanted is cancelled. Work that other consumers want continues.
///
/// A bag keeps no promise and no handler alive: a promise leaves it when it settles. So neither a
/// bag nor what is stored in it can close a reference cycle, as long as the handlers don't keep the
/// owner: those with an owner, such as `done(with:)` and `catch(with:)`, don't.
///
/// To cancel the pending promises while their owner stays, replace the bag: `bag = PromiseBag()`.
///
/// ## Cancellation
/// The end of the bag cancels each promise in it as ``Promise/cancel()`` does, on the thread that
/// releases the last reference to the bag.
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
  /// Pending as long as the bag is there. Each promise has an entry in its list.
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
  /// Cancels the promise when `bag` is released, if it is pending then.
  ///
  /// Storing the last promise of a chain is enough: its cancellation withdraws from those before
  /// it.
  ///
  /// ## Example
  /// ```swift
  /// load(url).done { label.text = $0.title }.store(in: bag)
  /// ```
  ///
  /// - Parameter bag: the bag whose lifetime decides how long the promise is wanted.
  public func store(in bag: PromiseBag) {
    bag.add(cell)
  }
}
