// swift-tools-version: 6.2
// Checks the documentation: every example compiles, every public symbol is documented, every
// guarantee has a test, and no link is broken on a code host:
//
//     .ci/documentation .build/documentation

import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "documentation",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-async-promises", path: "../..")],
  targets: [
    .executableTarget(name: "collect-examples", swiftSettings: strict),
    .plugin(
      name: "CollectExamples", capability: .buildTool(), dependencies: ["collect-examples"]),
    // Built but not run: the functions that the examples call do nothing.
    .testTarget(
      name: "Examples",
      dependencies: [
        .product(name: "AsyncPromises", package: "swift-async-promises"),
        .product(name: "AsyncPromisesSharing", package: "swift-async-promises"),
        .product(name: "AsyncExplorer", package: "swift-async-promises"),
        .product(name: "AsyncPromisesTracking", package: "swift-async-promises"),
        .product(name: "AsyncPromisesTesting", package: "swift-async-promises"),
        .product(name: "AsyncPromisesSwiftTesting", package: "swift-async-promises"),
        .product(name: "AsyncPromisesSwiftUI", package: "swift-async-promises"),
      ],
      path: "Examples", swiftSettings: strict, plugins: ["CollectExamples"]),
    .executableTarget(name: "check-documentation", swiftSettings: strict),
    .executableTarget(name: "shorten-titles", swiftSettings: strict),
    .executableTarget(name: "check-links", swiftSettings: strict),
  ]
    // The examples of the compatibility modules, each with the declarations that they assume.
    + [
      "PromiseKit": ["PromiseKitCompat", "PMKFoundationCompat"],
      "GooglePromises": ["GooglePromisesCompat"],
      "Bolts": ["BoltsCompat", "AsyncPromises"],
      "Operators": ["PromiseOperators", "AsyncPromises"],
    ].map { vocabulary, modules in
      .testTarget(
        name: "\(vocabulary)Examples",
        dependencies: (modules + ["AsyncPromisesTesting"]).map {
          .product(name: $0, package: "swift-async-promises")
        },
        path: "\(vocabulary)Examples", swiftSettings: strict, plugins: ["CollectExamples"])
    }
)

// Examples that use the original libraries, whose modules are stand-ins: apps in the old language
// mode, and the bridges of current apps, for any default isolation.

let standIns = ["PromiseKit", "Promises", "BoltsSwift", "RxSwift"]

let theirs = standIns.map { Target.Dependency.byName(name: $0) }

// Without package access, like modules of another package.
package.targets += standIns.map {
  .target(
    name: $0, path: "StandIns/\($0)", packageAccess: false,
    swiftSettings: [.swiftLanguageMode(.v5)])
}
package.targets += [
  .target(
    name: "TheirApps", dependencies: theirs, path: "TheirExamples/Apps",
    swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)],
    plugins: ["CollectExamples"]),
  bridges("TheirBridges", path: "TheirExamples/Bridges", isolation: nil),
  bridges(
    "TheirBridgesOnMainActor", path: "TheirExamples/BridgesOnMainActor",
    isolation: MainActor.self),
]

func bridges(_ name: String, path: String, isolation: MainActor.Type?) -> Target {
  .target(
    name: name,
    dependencies: theirs + [.product(name: "AsyncPromises", package: "swift-async-promises")],
    path: path, swiftSettings: strict + [.defaultIsolation(isolation)],
    plugins: ["CollectExamples"])
}
