// The modes in which clients are compiled: those of the package's manifest, as compiler flags.

#if os(macOS) || os(Linux)
  import Testing

  struct ClientMode: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let flags: [String]

    private static let mainActor = [
      "-default-isolation", "MainActor", "-D", "MAIN_ACTOR_BY_DEFAULT",
    ]
    private static let nonsending = [
      "-enable-upcoming-feature", "NonisolatedNonsendingByDefault",
    ]

    static let swift5 = ClientMode(testDescription: "Swift5", flags: ["-swift-version", "5"])
    static let swift6 = ClientMode(testDescription: "Swift6", flags: [])
    static let mainActorByDefault = ClientMode(testDescription: "MainActor", flags: mainActor)
    static let nonsendingByDefault = ClientMode(testDescription: "Nonsending", flags: nonsending)
    static let mainActorNonsending = ClientMode(
      testDescription: "MainActorNonsending", flags: mainActor + nonsending)

    static let all = [
      swift5, swift6, mainActorByDefault, nonsendingByDefault, mainActorNonsending,
    ]
  }
#endif
