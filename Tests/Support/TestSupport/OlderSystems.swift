// What a test needs of the system that it runs on.

import AsyncPromises
import Testing

extension Trait where Self == ConditionTrait {
  /// For tests of what an older system does by luck: see `System`.
  package static var needsTaskExecutors: Self {
    .enabled(if: System.hasTaskExecutors, "This system has no task executors.")
  }

  /// For tests of what an older system does not do: see `System`.
  package static var needsImmediateTasks: Self {
    .enabled(if: System.hasImmediateTasks, "This system starts no task in place.")
  }
}
