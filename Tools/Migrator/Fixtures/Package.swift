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
  ("Callbacks", nil),
]

let root = "swift-async-promises"

let package = Package(
  name: "migration-fixtures",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: root, path: "../../..")],
  targets: vocabularies.flatMap { vocabulary in
    ["Before", "Promises", "Async"].map { stage in
      let facade = vocabulary.facade.map { [Target.Dependency.product(name: $0, package: root)] }
      return .testTarget(
        name: "\(vocabulary.name)\(stage)",
        dependencies: (facade ?? []) + [
          .product(name: "AsyncPromises", package: root),
          .product(name: "AsyncPromisesTesting", package: root),
        ],
        path: "\(vocabulary.name)/\(stage)",
        swiftSettings: [
          .swiftLanguageMode(.v6), .define(vocabulary.name.uppercased()),
          .define(stage.uppercased()),
        ])
    }
  }
)
