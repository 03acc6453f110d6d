// swift-tools-version: 6.2
// Programs written with other libraries. Each passes the same tests at three stages: as written,
// converted to promises of this library, and converted to async functions.
//
//     swift test --package-path Tools/Migrator
//     swift test --package-path Tools/Migrator/Fixtures
//
// Only `Before` and `Tests` are written by hand. The first command writes `Stages`, and the second
// compiles and tests them.

import Foundation
import PackageDescription

guard FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/Stages") else {
  print("Stages is missing: `swift test --package-path Tools/Migrator` writes it.")
  exit(1)
}

/// The programs, with the compatibility module that each one needs.
let programs: KeyValuePairs<String, String?> = [
  "PromiseKit": "PromiseKitCompat",
  // In the Swift 5 language mode.
  "PromiseKitSwift5": "PromiseKitCompat",
  "Google": "GooglePromisesCompat",
  "Bolts": "BoltsCompat",
  // More code that uses Bolts, migrated with `--assume later-handlers`.
  "BoltsLater": "BoltsCompat",
  "Callbacks": nil,
  "Own": nil,
  // The example apps, whose own tests cover the first stage.
  "PromiseKitApp": "PromiseKitCompat",
  "GooglePromisesApp": "GooglePromisesCompat",
  "BoltsApp": "BoltsCompat",
]

func product(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-async-promises")
}

let common =
  ["AsyncPromises", "AsyncPromisesTesting", "AsyncPromisesSwiftTesting", "AsyncExplorer"]
  .map(product) + ["TestSupport"]

let stages: [Target] = programs.flatMap { program, facade in
  ["Before", "Promises", "Async"].dropFirst(program.hasSuffix("App") ? 1 : 0).map { stage in
    .testTarget(
      name: program + stage, dependencies: common + [facade].compactMap { $0.map(product) },
      path: "Stages/\(program)\(stage)",
      swiftSettings: [
        .swiftLanguageMode(program.hasSuffix("Swift5") ? .v5 : .v6),
        .define(program.uppercased()), .define(stage.uppercased()),
      ])
  }
}

/// Code shared by the tests of the apps.
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
  targets: stages + support
)
