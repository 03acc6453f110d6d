// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// For `AtomicWord`: atomic instructions, and storage with a fixed address.
let atomics: [SwiftSetting] = [
  .enableExperimentalFeature("BuiltinModule"),
  .enableExperimentalFeature("RawLayout"),
]

/// Platforms on which AsyncExplorer can choose the order of jobs.
let ordersJobs: SwiftSetting = .define("ORDERS_JOBS", .when(platforms: [.linux]))

let package = Package(
  name: "swift-async-promises",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "AsyncPromises", targets: ["AsyncPromises", "AsyncPromisesFoundation"]),
    .library(name: "AsyncPromisesSharing", targets: ["AsyncPromisesSharing"]),
    .library(name: "AsyncPromisesTracking", targets: ["AsyncPromisesTracking"]),
    .library(name: "AsyncPromisesTesting", targets: ["AsyncPromisesTesting"]),
    .library(name: "AsyncPromisesSwiftTesting", targets: ["AsyncPromisesSwiftTesting"]),
    .library(name: "AsyncPromisesSwiftUI", targets: ["AsyncPromisesSwiftUI"]),
    .library(name: "AsyncPromisesCombine", targets: ["AsyncPromisesCombine"]),
    .library(name: "AsyncExplorer", targets: ["AsyncExplorer"]),
    .library(name: "PromiseKitCompat", targets: ["PromiseKitCompat"]),
    .library(name: "PMKFoundationCompat", targets: ["PMKFoundationCompat"]),
    .library(name: "GooglePromisesCompat", targets: ["GooglePromisesCompat"]),
    .library(name: "BoltsCompat", targets: ["BoltsCompat"]),
    .library(name: "PromiseOperators", targets: ["PromiseOperators"]),
  ],
  targets: [
    .target(name: "AsyncPromises", swiftSettings: strict + atomics),
    .target(name: "AsyncPromisesSharing", dependencies: ["AsyncPromises"], swiftSettings: strict),
    .target(
      name: "AsyncPromisesFoundation", dependencies: ["AsyncPromises"], swiftSettings: strict),
    .target(name: "AsyncPromisesTracking", dependencies: ["AsyncPromises"], swiftSettings: strict),
    .target(
      name: "AsyncPromisesTesting", dependencies: ["AsyncPromises", "AsyncPromisesTracking"],
      swiftSettings: strict),
    .target(name: "AsyncPromisesSwiftUI", dependencies: ["AsyncPromises"], swiftSettings: strict),
    // Tested with OpenCombine, in Examples/Interop.
    .target(name: "AsyncPromisesCombine", dependencies: ["AsyncPromises"], swiftSettings: strict),
    .target(
      name: "AsyncPromisesSwiftTesting",
      dependencies: [
        "AsyncExplorer", "AsyncPromises", "AsyncPromisesTesting", "AsyncPromisesTracking",
      ],
      swiftSettings: strict),
    .target(
      name: "AsyncExplorer",
      dependencies: ["AsyncPromises", "AsyncPromisesTracking", "CTaskHooks"],
      swiftSettings: strict + [ordersJobs]),
    // Reports new tasks to AsyncExplorer: see its header.
    .target(name: "CTaskHooks"),
    // Shared by the compatibility modules.
    .target(name: "PromiseCompatSupport", dependencies: ["AsyncPromises"], swiftSettings: strict),
    .target(
      name: "PromiseKitCompat", dependencies: ["AsyncPromises", "PromiseCompatSupport"],
      swiftSettings: strict),
    .target(
      name: "PMKFoundationCompat", dependencies: ["PromiseKitCompat"], swiftSettings: strict),
    .target(
      name: "GooglePromisesCompat", dependencies: ["AsyncPromises", "PromiseCompatSupport"],
      swiftSettings: strict),
    .target(
      name: "BoltsCompat", dependencies: ["AsyncPromises", "PromiseCompatSupport"],
      swiftSettings: strict),
    .target(name: "PromiseOperators", dependencies: ["AsyncPromises"], swiftSettings: strict),
    .testTarget(
      name: "AsyncPromisesTestingTests",
      dependencies: [
        "AsyncPromises", "AsyncPromisesSharing", "AsyncPromisesSwiftTesting",
        "AsyncPromisesTesting", "AsyncPromisesTracking", "PromiseKitCompat", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "AsyncPromisesSwiftUITests",
      dependencies: ["AsyncPromises", "AsyncPromisesSwiftUI", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "AsyncExplorerTests",
      dependencies: [
        "AsyncExplorer", "AsyncPromises", "AsyncPromisesSharing", "AsyncPromisesSwiftTesting",
        "AsyncPromisesTracking", "TestSupport",
      ],
      swiftSettings: strict + [ordersJobs]),
    .testTarget(
      name: "AsyncPromisesTests",
      dependencies: [
        "AsyncPromises", "AsyncPromisesSharing", "AsyncPromisesSwiftTesting",
        "AsyncPromisesTesting", "AsyncPromisesTracking", "PromiseCompatSupport", "TestSupport",
      ],
      swiftSettings: strict),
    // Shared by the tests of several modules.
    .target(
      name: "TestSupport",
      dependencies: [
        "AsyncPromises", "AsyncPromisesTesting", "AsyncPromisesTracking", "CAllocations",
        "PromiseCompatSupport",
      ],
      path: "Tests/Support/TestSupport", swiftSettings: strict),
    // Replaces malloc in everything that links it: see its header.
    .target(name: "CAllocations", path: "Tests/Support/CAllocations"),
    .testTarget(
      name: "AllocationTests",
      dependencies: [
        "AsyncPromises", "AsyncPromisesSharing", "AsyncPromisesTesting", "CAllocations",
        "AsyncPromisesTracking", "PromiseKitCompat", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ExplorationTests",
      dependencies: [
        "AsyncPromises", "AsyncPromisesSharing", "AsyncPromisesTesting", "AsyncPromisesTracking",
        "PromiseCompatSupport", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "StressTests",
      dependencies: [
        "AsyncPromises", "AsyncPromisesSharing", "AsyncPromisesTesting", "PromiseCompatSupport",
        "AsyncPromisesTracking", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ModelTests", dependencies: ["AsyncPromises", "PromiseCompatSupport", "TestSupport"],
      swiftSettings: strict),
    .executableTarget(
      name: "Quickstart", dependencies: ["AsyncPromises", "AsyncPromisesTracking"],
      path: "Examples/Quickstart", swiftSettings: strict),
  ]
)
