// swift-tools-version: 6.2
// Example programs. Quickstart is in the root package, and Interop, which has more dependencies, is
// a separate package. To run and test the programs here:
//
//     swift run --package-path Examples LoginFlow
//     swift test --package-path Examples

import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func product(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-async-promises")
}
let promises = product("AsyncPromises")
let testing = product("AsyncPromisesTesting")
/// For tests that explore many orders of their jobs.
let exploring = [product("AsyncExplorer"), product("AsyncPromisesSwiftTesting")]

/// Apps that use the compatibility modules, in the old language mode and the new one.
let apps: KeyValuePairs = [
  "PromiseKitApp": "PromiseKitCompat",
  "GooglePromisesApp": "GooglePromisesCompat",
  "BoltsApp": "BoltsCompat",
]
let appModes: KeyValuePairs<String, SwiftSetting> = [
  "Swift5": .swiftLanguageMode(.v5), "Swift6": .swiftLanguageMode(.v6),
]

/// The modules that an example combines, with the compatibility module that each uses.
let crossroads: KeyValuePairs = [
  "Accounts": "PromiseKitCompat",
  "Catalog": "GooglePromisesCompat",
  "Labels": "BoltsCompat",
  "Quotes": "PromiseOperators",
]

let package = Package(
  name: "examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-async-promises", path: "..")],
  targets: [
    .executableTarget(
      name: "LoginFlow", dependencies: [promises], path: "LoginFlow", swiftSettings: strict),
    .executableTarget(
      name: "FastestMirror", dependencies: [promises], path: "FastestMirror",
      swiftSettings: strict),
    .executableTarget(
      name: "HundredLines", dependencies: [product("PromiseOperators"), promises],
      path: "HundredLines", exclude: ["README.md"], swiftSettings: strict),
    .executableTarget(
      name: "StartupQueue", dependencies: [promises], path: "StartupQueue", exclude: ["Tests"],
      swiftSettings: strict),
    .executableTarget(
      name: "Crossroads",
      dependencies: [promises, testing, "CrossroadsService"]
        + crossroads.map { .byName(name: "Crossroads\($0.key)") }
        + crossroads.map { product($0.value) },
      path: "Crossroads/Crossroads", swiftSettings: strict),
    .target(name: "CrossroadsService", path: "Crossroads/Service", swiftSettings: strict),
    .executableTarget(
      name: "ExplorerTour", dependencies: [product("AsyncExplorer")], path: "ExplorerTour",
      exclude: ["Tests"], swiftSettings: strict),
    .testTarget(
      name: "ExplorerTourTests", dependencies: ["ExplorerTour", product("AsyncExplorer")],
      path: "ExplorerTour/Tests", swiftSettings: strict),
    .testTarget(
      name: "StartupQueueTests",
      dependencies: ["StartupQueue", promises, testing, "TestSupport"] + exploring,
      path: "StartupQueue/Tests", swiftSettings: strict),
    .testTarget(
      name: "TestingTour", dependencies: [promises, testing] + exploring, path: "TestingTour",
      swiftSettings: strict),
    .testTarget(
      name: "MigrationTour",
      dependencies: [promises, testing, product("PromiseKitCompat"), "TestSupport"],
      path: "MigrationTour", swiftSettings: strict),
    // The part of the library's test support that doesn't use the library's internals.
    .target(
      name: "TestSupport", dependencies: [promises, "CAllocations"], path: "TestSupport",
      swiftSettings: strict + [.define("IN_ANOTHER_PACKAGE")]),
    .target(name: "CAllocations", path: "CAllocations"),
  ]
    + crossroads.map { name, vocabulary in
      .target(
        name: "Crossroads\(name)",
        dependencies: [promises, "CrossroadsService", product(vocabulary)],
        path: "Crossroads/\(name)", swiftSettings: strict)
    }
    + appModes.flatMap { mode, setting in
      apps.map { app, vocabulary in
        .testTarget(
          name: "\(app)\(mode)", dependencies: [product(vocabulary), testing, "TestSupport"],
          path: "\(app)/\(mode)", swiftSettings: [setting, .treatAllWarnings(as: .error)])
      }
    }
)
