// swift-tools-version: 6.2
// The migration tool. A separate package, because it depends on swift-syntax and the library
// depends on nothing:
//
//     swift run --package-path Tools/Migrator -c release migrate report PATH
//     swift test --package-path Tools/Migrator
//
// swift-syntax takes minutes to build. A Linux toolchain contains a built copy: with
// SWIFT_SYNTAX=PATH, where PATH is the toolchain's usr/lib/swift/host, the tool uses that copy.

import PackageDescription

let builtSyntax = Context.environment["SWIFT_SYNTAX"]

let syntax: [Target.Dependency] =
  builtSyntax == nil
  ? ["SwiftSyntax", "SwiftParser"].map { .product(name: $0, package: "swift-syntax") } : []

let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (builtSyntax.map { [.unsafeFlags(["-I", $0])] } ?? [])

/// The flags also apply to every program that contains a target with these settings.
let linked: [LinkerSetting] =
  builtSyntax.map { [.unsafeFlags(["-L", $0, "-Xlinker", "-rpath", "-Xlinker", $0])] } ?? []

let package = Package(
  name: "migrator",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "migrate", targets: ["migrate"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ]
    + (builtSyntax == nil
      ? [.package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")] : []),
  targets: [
    .target(
      name: "CIndexStore", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "MigrationModel",
      dependencies: ["CIndexStore"] + syntax, swiftSettings: strict, linkerSettings: linked),
    .executableTarget(
      name: "migrate",
      dependencies: [
        "MigrationModel",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MigrationModelTests",
      dependencies: ["MigrationModel"] + syntax,
      exclude: ["Golden"],
      swiftSettings: strict),
    .testTarget(name: "MigrateTests", dependencies: ["migrate"], swiftSettings: strict),
  ]
)
