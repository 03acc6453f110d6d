// Every race.

#if DEBUG
  extension Race {
    static var all: [Race] {
      settling + interest + leaving + resolvers + following + lifetime + handlers
        + cancelledHandlers
        + contexts + groups + losers + tracking + rejections + tasks + timing
        + foreignCode + oneThread + keptTasks + shares + places + caches + lateValues + programs
    }
  }
#endif
