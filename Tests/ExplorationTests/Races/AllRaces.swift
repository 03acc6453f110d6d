// Every race.

#if DEBUG
  extension Race {
    static var all: [Race] {
      settling + interest + resolvers + following + lifetime + handlers + cancelledHandlers
        + groups + losers + tracking + rejections + tasks + timing
    }
  }
#endif
