// Every race.

#if DEBUG
  extension Race {
    static var all: [Race] {
      settling + interest + resolvers + following + rings + lifetime + handlers + cancelledHandlers
        + groups + losers + tracking + rejections + tasks + timing
    }
  }
#endif
