// swift-tools-version: 6.2
// Tests of clients: the compatibility modules, the same sources in every language mode, and sources
// that the tests compile to check the compiler's messages. A separate package, so that building the
// library doesn't build them.
//
//     swift test --package-path Tests/Clients

import PackageDescription

/// The settings of clients. The same sources are compiled with each of them.
let modes: KeyValuePairs<String, [SwiftSetting]> = [
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

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func product(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-async-promises")
}
let promises = [
  product("AsyncPromises"), product("AsyncPromisesSharing"), product("AsyncPromisesTesting"),
]

/// The compatibility modules, with the other modules that their tests need.
let vocabularies: KeyValuePairs = [
  "PromiseKitCompat": [],
  "PMKFoundationCompat": ["PromiseKitCompat"],
  "GooglePromisesCompat": [],
  "BoltsCompat": [],
  "PromiseOperators": [],
]

let package = Package(
  name: "clients",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-async-promises", path: "../..")],
  targets: [
    .testTarget(
      name: "CompilerTests", dependencies: promises, path: "CompilerTests", swiftSettings: strict),
    // Explores typical programs, running their jobs in many orders.
    .testTarget(
      name: "FacadeExplorationTests",
      dependencies: promises + ["AsyncExplorer", "AsyncPromisesSwiftTesting"].map(product)
        + vocabularies.map { product($0.key) } + ["TestSupport"],
      path: "FacadeExplorationTests", swiftSettings: strict),
    // The part of the library's test support that doesn't use the library's internals.
    .target(
      name: "TestSupport", dependencies: promises + ["CAllocations"], path: "TestSupport",
      swiftSettings: strict + [.define("IN_ANOTHER_PACKAGE")]),
    .target(name: "CAllocations", path: "CAllocations"),
  ]
    + vocabularies.map { vocabulary, others in
      .testTarget(
        name: "\(vocabulary)Tests",
        dependencies: promises + ([vocabulary] + others).map(product) + ["TestSupport"],
        path: "\(vocabulary)Tests", swiftSettings: strict)
    }
    + modes.map { mode, settings in
      .testTarget(
        name: "\(mode)ClientTests", dependencies: promises, path: mode,
        swiftSettings: settings + [.treatAllWarnings(as: .error)])
    }
)
