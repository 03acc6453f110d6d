// swift-tools-version: 6.2
// Programs in the vocabularies of other libraries, and what `migrate rewrite` makes of them: each
// passes the same tests before, as promises of this library, and as async functions.
//
//     swift test --package-path Tools/Migrator/Fixtures
//
// `Before` is written by hand, `Promises` and `Async` are what the migrator has written: its tests
// compare them with what it writes now, and record them if `MIGRATE_RECORD` is set.

import PackageDescription

/// The vocabularies, each with the facade that it is compiled with.
let vocabularies: [(name: String, facade: String?)] = [
  ("PromiseKit", "PromiseKitCompat"),
  ("Google", "GooglePromisesCompat"),
  ("Bolts", "BoltsCompat"),
  // The same vocabulary, with `--assume later-handlers`.
  ("BoltsLater", "BoltsCompat"),
  ("Callbacks", nil), ("Own", nil),
]

/// The apps of the examples, as the migrator rewrites them.
let apps: KeyValuePairs = [
  "PromiseKitApp": "PromiseKitCompat",
  "GooglePromisesApp": "GooglePromisesCompat",
  "BoltsApp": "BoltsCompat",
]

func product(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-async-promises")
}

let common = [
  "AsyncPromises", "AsyncPromisesTesting", "AsyncPromisesSwiftTesting", "AsyncExplorer",
].map { product($0) }

/// A program at one of its stages.
func stage(
  _ name: String, of vocabulary: String, _ path: String, _ dependencies: [Target.Dependency]
) -> Target {
  let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .define(vocabulary.uppercased()), .define(name.uppercased()),
  ]
  return .testTarget(
    name: vocabulary + name, dependencies: dependencies + common, path: "\(path)/\(name)",
    swiftSettings: settings)
}

let fixtures: [Target] = vocabularies.flatMap { vocabulary in
  ["Before", "Promises", "Async"].map { name in
    let facade = vocabulary.facade.map { [product($0)] } ?? []
    return stage(name, of: vocabulary.name, vocabulary.name, facade)
  }
}

let rewrittenApps: [Target] = apps.flatMap { app, facade in
  ["Promises", "Async"].map { name in
    stage(name, of: app, "Apps/\(app)", [product(facade), "TestSupport"])
  }
}

/// What the tests of the apps share.
let support: [Target] = [
  .target(
    name: "TestSupport", dependencies: [product("AsyncPromises"), "CAllocations"],
    path: "Support/TestSupport",
    swiftSettings: [.swiftLanguageMode(.v6), .define("IN_ANOTHER_PACKAGE")]),
  .target(name: "CAllocations", path: "Support/CAllocations"),
]

let package = Package(
  name: "migration-fixtures",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-async-promises", path: "../../..")],
  targets: fixtures + rewrittenApps + support
)
