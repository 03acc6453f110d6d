// Traits for tests that need features of newer systems.

import AsyncPromises
import Testing

extension Trait where Self == ConditionTrait {
  /// For tests whose results depend on timing on older systems: see `System`.
  package static var needsTaskExecutors: Self {
    .enabled(if: System.hasTaskExecutors, "This system has no task executors.")
  }

  /// For tests of features that older systems lack: see `System`.
  package static var needsImmediateTasks: Self {
    .enabled(if: System.hasImmediateTasks, "This system can't start tasks in place.")
  }
}
