// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The settings of those who use the library. The same sources are compiled with each of them.
let clientModes: KeyValuePairs<String, [SwiftSetting]> = [
  "Swift5": [.swiftLanguageMode(.v5)],
  "Swift6": [.swiftLanguageMode(.v6)],
  "MainActor": [
    .swiftLanguageMode(.v6), .defaultIsolation(MainActor.self), .define("MAIN_ACTOR_BY_DEFAULT"),
  ],
  "Nonsending": [
    .swiftLanguageMode(.v6), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ],
  "MainActorNonsending": [
    .swiftLanguageMode(.v6), .defaultIsolation(MainActor.self), .define("MAIN_ACTOR_BY_DEFAULT"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ],
]

let package = Package(
  name: "swift-async-promises",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "AsyncPromises", targets: ["AsyncPromises"]),
    .library(name: "AsyncPromisesTesting", targets: ["AsyncPromisesTesting"]),
  ],
  targets: [
    .target(name: "AsyncPromises", swiftSettings: strict),
    .target(
      name: "AsyncPromisesTesting", dependencies: ["AsyncPromises"], swiftSettings: strict),
    .testTarget(
      name: "AsyncPromisesTestingTests", dependencies: ["AsyncPromises", "AsyncPromisesTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "AsyncPromisesTests", dependencies: ["AsyncPromises", "AsyncPromisesTesting"],
      swiftSettings: strict),
    // Its malloc counts: whoever links it, see its header.
    .target(name: "CAllocations", path: "Tests/Support/CAllocations"),
    .testTarget(
      name: "AllocationTests", dependencies: ["AsyncPromises", "CAllocations"],
      swiftSettings: strict),
    .testTarget(
      name: "ExplorationTests", dependencies: ["AsyncPromises", "AsyncPromisesTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "StressTests", dependencies: ["AsyncPromises", "AsyncPromisesTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "ModelTests", dependencies: ["AsyncPromises"], swiftSettings: strict),
    .testTarget(
      name: "TestingTour", dependencies: ["AsyncPromises", "AsyncPromisesTesting"],
      path: "Examples/TestingTour", swiftSettings: strict),
    .testTarget(
      name: "MigrationTour", dependencies: ["AsyncPromises", "AsyncPromisesTesting"],
      path: "Examples/MigrationTour", swiftSettings: strict),
    .executableTarget(
      name: "Quickstart", dependencies: ["AsyncPromises"], path: "Examples/Quickstart",
      swiftSettings: strict),
    .executableTarget(
      name: "LoginFlow", dependencies: ["AsyncPromises"], path: "Examples/LoginFlow",
      swiftSettings: strict),
    .executableTarget(
      name: "FastestMirror", dependencies: ["AsyncPromises"], path: "Examples/FastestMirror",
      swiftSettings: strict),
    .executableTarget(
      name: "StartupQueue", dependencies: ["AsyncPromises"], path: "Examples/StartupQueue",
      exclude: ["Tests"], swiftSettings: strict),
    .testTarget(
      name: "StartupQueueTests",
      dependencies: ["StartupQueue", "AsyncPromises", "AsyncPromisesTesting"],
      path: "Examples/StartupQueue/Tests", swiftSettings: strict),
  ]
    + clientModes.map { mode, settings in
      .testTarget(
        name: "\(mode)ClientTests", dependencies: ["AsyncPromises"],
        path: "Tests/ClientTests/\(mode)",
        swiftSettings: settings + [.treatAllWarnings(as: .error)])
    }
)
