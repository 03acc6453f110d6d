// The small programs that the explorer is tested with, each with a buggy and a fixed version.

#if ORDERS_JOBS && compiler(>=6.3)
  enum Corpus {
    static let pairs: [Pair] =
      reentrancy + waiting + locking + staleness + resurrection + streams + cancellation + timing
      + mainActor + deadlines + polling + leaving

    static let names = pairs.map(\.name)

    static func pair(_ name: String) -> Pair? { pairs.first { $0.name == name } }
  }
#endif
