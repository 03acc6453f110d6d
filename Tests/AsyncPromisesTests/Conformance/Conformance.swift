// The clauses of Promises/A+ 1.1 that apply to a typed library, one file per clause.

import Testing

/// The clauses, each tested for the cases of `SettleTime`.
///
/// The compiler ensures clauses 2.2.1 and 2.2.5 (only functions can be registered, and there is no
/// `this`) and the parts of 2.3.3 and 2.3.4 about objects that merely look like promises. The
/// remaining part of 2.3.3 is that a promise adopts another one only once.
@Suite("Conformance to Promises/A+", .timeLimit(.minutes(10)))
enum Conformance {}
