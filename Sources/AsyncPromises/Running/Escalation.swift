// C4: who waits with a higher priority raises the tasks that work for what is waited for.

extension Cell {
  /// Whether something works for the cell: anything but a resolver.
  final var hasProducer: Bool {
    let root = root
    return root.task != nil || !root.link.isDead
  }

  /// Raises the task of this cell, or those of the cells and groups that it is derived from.
  ///
  /// A task of its own is raised to any priority. To walk upstream takes the hazard pointer of all
  /// links for a moment per step: that is done for who is more urgent than handlers are, and as far
  /// as a bounded number of steps leads. Where another thread has the pointer, a task walks later.
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  final func raiseTasks(to priority: TaskPriority) {
    if let task = root.task { return task.escalatePriority(to: priority) }
    guard priority > Tasks.handlerPriority else { return }
    var rest: [Upstream] = [self]
    var (steps, isComplete) = (256, true)
    while steps > 0, let upstream = rest.popLast() {
      steps -= 1
      if let task = (upstream as? TaskProducer)?.task ?? (upstream as? Cell)?.root.task {
        task.escalatePriority(to: priority)
      } else {
        upstream.forEachUpstream { find in
          switch find {
          case .object(let next): rest.append(next)
          case .nothing: break
          case .busy: isComplete = false
          }
        }
      }
    }
    if !isComplete { Tasks.start(on: nil, priority: priority) { self.raiseTasks(to: priority) } }
  }
}
