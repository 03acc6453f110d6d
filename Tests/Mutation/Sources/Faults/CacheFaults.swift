// Faults in how a cache's values are made, kept and made again.

extension Fault {
  static let caches: [Fault] = [
    Fault(
      "a value is kept although another one has been stored meanwhile",
      caughtBy: "N3: a value is stored while another one is made",
      .expression(
        of: "AsyncPromisesSharing", in: "CachedValues.swift", after: "guard",
        "isInProgress(entry)", becomes: "true")),

    Fault(
      "a caller makes a value that is being made",
      caughtBy: "N3: a task joins the work of a promise, and is cancelled as it ends",
      .expression(
        of: "AsyncPromisesSharing", in: "CachedValues.swift", after: "if let entry =",
        "inProgress[key]", becomes: "nil")),

    Fault(
      "an old value is given for ever",
      caughtBy: "N3: two callers find an old value, which one operation makes again",
      .statements(
        of: "AsyncPromisesSharing", in: "CachedValues.swift", "entry.isStale = true",
        become: "")),

    Fault(
      "a failure is replaced by a value of later callers",
      caughtBy: "N3: an old value is removed, and another stored, while its successor is not made",
      .expression(
        of: "AsyncPromisesSharing", in: "PromiseCache.swift", "$0.isInProgress(entry)",
        becomes: "true")),
  ]
}
