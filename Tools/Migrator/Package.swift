// swift-tools-version: 6.2
// The migration tool. A separate package, because it depends on swift-syntax and the library
// depends on nothing:
//
//     swift run --package-path Tools/Migrator -c release migrate report PATH
//     swift test --package-path Tools/Migrator

import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "migrator",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "migrate", targets: ["migrate"])],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
  ],
  targets: [
    .target(
      name: "CIndexStore", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "MigrationModel",
      dependencies: [
        "CIndexStore",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "migrate",
      dependencies: [
        "MigrationModel",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MigrationModelTests",
      dependencies: [
        "MigrationModel", .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ],
      exclude: ["Golden"],
      swiftSettings: strict),
    .testTarget(name: "MigrateTests", dependencies: ["migrate"], swiftSettings: strict),
  ]
)
