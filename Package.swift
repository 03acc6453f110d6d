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

/// Apps in the vocabularies of other libraries.
let apps: KeyValuePairs = [
  "PromiseKitApp": "PromiseKitCompat",
  "GooglePromisesApp": "GooglePromisesCompat",
  "BoltsApp": "BoltsCompat",
]

/// The modules that meet in an example, and the vocabulary of each.
let crossroads: KeyValuePairs = [
  "Accounts": "PromiseKitCompat",
  "Catalog": "GooglePromisesCompat",
  "Labels": "BoltsCompat",
  "Quotes": "PromiseOperators",
]

let package = Package(
  name: "swift-async-promises",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "AsyncPromises", targets: ["AsyncPromises"]),
    .library(name: "AsyncPromisesTesting", targets: ["AsyncPromisesTesting"]),
    .library(name: "AsyncPromisesSwiftTesting", targets: ["AsyncPromisesSwiftTesting"]),
    .library(name: "PromiseKitCompat", targets: ["PromiseKitCompat"]),
    .library(name: "PMKFoundationCompat", targets: ["PMKFoundationCompat"]),
    .library(name: "GooglePromisesCompat", targets: ["GooglePromisesCompat"]),
    .library(name: "BoltsCompat", targets: ["BoltsCompat"]),
    .library(name: "PromiseOperators", targets: ["PromiseOperators"]),
  ],
  targets: [
    .target(name: "AsyncPromises", swiftSettings: strict),
    .target(
      name: "AsyncPromisesTesting", dependencies: ["AsyncPromises"], swiftSettings: strict),
    .target(
      name: "AsyncPromisesSwiftTesting", dependencies: ["AsyncPromisesTesting"],
      swiftSettings: strict),
    .target(
      name: "PromiseKitCompat", dependencies: ["AsyncPromises"], swiftSettings: strict),
    .target(
      name: "PMKFoundationCompat", dependencies: ["PromiseKitCompat"], swiftSettings: strict),
    .target(
      name: "GooglePromisesCompat", dependencies: ["AsyncPromises"], swiftSettings: strict),
    .target(name: "BoltsCompat", dependencies: ["AsyncPromises"], swiftSettings: strict),
    .target(name: "PromiseOperators", dependencies: ["AsyncPromises"], swiftSettings: strict),
    .testTarget(
      name: "AsyncPromisesTestingTests",
      dependencies: [
        "AsyncPromises", "AsyncPromisesTesting", "AsyncPromisesSwiftTesting", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "AsyncPromisesTests",
      dependencies: ["AsyncPromises", "AsyncPromisesTesting", "TestSupport"],
      swiftSettings: strict),
    // What the tests of several modules share.
    .target(
      name: "TestSupport", dependencies: ["AsyncPromises", "AsyncPromisesTesting"],
      path: "Tests/Support/TestSupport", swiftSettings: strict),
    // Its malloc counts: whoever links it, see its header.
    .target(name: "CAllocations", path: "Tests/Support/CAllocations"),
    .testTarget(
      name: "AllocationTests",
      dependencies: ["AsyncPromises", "CAllocations", "PromiseKitCompat"],
      swiftSettings: strict),
    .testTarget(
      name: "ExplorationTests",
      dependencies: ["AsyncPromises", "AsyncPromisesTesting", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "StressTests", dependencies: ["AsyncPromises", "AsyncPromisesTesting", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ModelTests", dependencies: ["AsyncPromises", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "PromiseKitCompatTests",
      dependencies: ["PromiseKitCompat", "AsyncPromises", "AsyncPromisesTesting", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PMKFoundationCompatTests",
      dependencies: [
        "PMKFoundationCompat", "PromiseKitCompat", "AsyncPromises", "AsyncPromisesTesting",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "GooglePromisesCompatTests",
      dependencies: [
        "GooglePromisesCompat", "AsyncPromises", "AsyncPromisesTesting", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "BoltsCompatTests",
      dependencies: ["BoltsCompat", "AsyncPromises", "AsyncPromisesTesting", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PromiseOperatorsTests",
      dependencies: ["PromiseOperators", "AsyncPromises", "AsyncPromisesTesting", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "TestingTour", dependencies: ["AsyncPromises", "AsyncPromisesTesting"],
      path: "Examples/TestingTour", swiftSettings: strict),
    .testTarget(
      name: "MigrationTour",
      dependencies: ["AsyncPromises", "AsyncPromisesTesting", "TestSupport"],
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
      name: "HundredLines", dependencies: ["PromiseOperators", "AsyncPromises"],
      path: "Examples/HundredLines", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "CrossroadsService", path: "Examples/Crossroads/Service", swiftSettings: strict),
    .executableTarget(
      name: "Crossroads",
      dependencies: ["AsyncPromises", "AsyncPromisesTesting", "CrossroadsService"]
        + crossroads.map { .byName(name: "Crossroads\($0.key)") }
        + crossroads.map { .byName(name: $0.value) },
      path: "Examples/Crossroads/Crossroads", swiftSettings: strict),
    .executableTarget(
      name: "StartupQueue", dependencies: ["AsyncPromises"], path: "Examples/StartupQueue",
      exclude: ["Tests"], swiftSettings: strict),
    .testTarget(
      name: "StartupQueueTests",
      dependencies: ["StartupQueue", "AsyncPromises", "AsyncPromisesTesting", "TestSupport"],
      path: "Examples/StartupQueue/Tests", swiftSettings: strict),
  ]
    + clientModes.map { mode, settings in
      .testTarget(
        name: "\(mode)ClientTests", dependencies: ["AsyncPromises", "AsyncPromisesTesting"],
        path: "Tests/ClientTests/\(mode)",
        swiftSettings: settings + [.treatAllWarnings(as: .error)])
    }
    + crossroads.map { name, vocabulary in
      .target(
        name: "Crossroads\(name)",
        dependencies: ["AsyncPromises", "CrossroadsService", .byName(name: vocabulary)],
        path: "Examples/Crossroads/\(name)", swiftSettings: strict)
    }
    // Apps that were written for other libraries, in the mode of then and in the next.
    + clientModes.filter { mode, _ in ["Swift5", "Swift6"].contains(mode) }.flatMap {
      mode, settings in
      apps.map { app, vocabulary in
        .testTarget(
          name: "\(app)\(mode)",
          dependencies: [.byName(name: vocabulary), "AsyncPromisesTesting", "TestSupport"],
          path: "Examples/\(app)/\(mode)",
          swiftSettings: settings + [.treatAllWarnings(as: .error)])
      }
    }
)
