// Targets and actions, before and after.

import AsyncPromises

/// A control like those of user interface libraries, which doesn't keep its targets alive. A
/// selector would need Objective-C, so the action is a method reference.
@MainActor
final class Button {
  private var actions: [(target: ObjectIdentifier, act: () -> Void)] = []

  var targets: Int { actions.count }

  func addTarget<Target: AnyObject>(_ target: Target, action: @escaping (Target) -> () -> Void) {
    actions.append((ObjectIdentifier(target), { [weak target] in target.map(action)?() }))
  }

  func removeTarget(_ target: AnyObject) {
    actions.removeAll { $0.target == ObjectIdentifier(target) }
  }

  /// Called by the user.
  func tap() {
    for action in actions { action.act() }
  }
}

// snippet: before
@MainActor
final class Question {
  let delete = Button()
  let keep = Button()
  private var completion: ((Bool) -> Void)?

  func ask(completion: @escaping (Bool) -> Void) {
    self.completion = completion
    delete.addTarget(self, action: Question.deleteTapped)
    keep.addTarget(self, action: Question.keepTapped)
  }

  private func deleteTapped() { end(true) }
  private func keepTapped() { end(false) }

  private func end(_ answer: Bool) {
    delete.removeTarget(self)
    keep.removeTarget(self)
    completion?(answer)
    completion = nil
  }
}
// end

// snippet: tap
extension Button {
  /// The next tap.
  func tapped() -> Promise<Void> {
    .observing { report in
      let target = Target(report)
      addTarget(target, action: Target.act)
      return { [weak self] in self?.removeTarget(target) }
    }
  }

  private final class Target {
    private let report: @Sendable (()) -> Void

    init(_ report: @escaping @Sendable (()) -> Void) {
      self.report = report
    }

    func act() { report(()) }
  }
}
// end

// snippet: after
@MainActor
final class Choice {
  let delete = Button()
  let keep = Button()

  func ask() -> Promise<Bool> {
    Promise.race(
      delete.tapped().map { true }, keep.tapped().map { false }, remaining: .cancel)
  }
}
// end
