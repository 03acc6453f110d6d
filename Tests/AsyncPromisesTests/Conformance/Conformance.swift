// The clauses of Promises/A+, version 1.1, that bind a typed library. One file a clause.

import Testing

/// The clauses, each in the cases that `SettleTime` names.
///
/// Not here are the clauses that the compiler settles: 2.2.1 and 2.2.5 (what is not a function
/// can't be registered, and there is no `this`), and of 2.3.3 and 2.3.4 what is about objects that
/// merely look like a promise. What is left of 2.3.3 is that a promise adopts another one once.
@Suite("Conformance to Promises/A+", .timeLimit(.minutes(10)))
enum Conformance {}
