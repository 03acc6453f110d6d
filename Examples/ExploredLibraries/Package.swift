// swift-tools-version: 6.2
// Explorations of libraries that many programs use. A separate package, so that the library doesn't
// depend on them:
//
//     swift test --package-path Examples/ExploredLibraries

import PackageDescription

let package = Package(
  name: "explored-libraries",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-async-promises", path: "../.."),
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
  ],
  targets: [
    .testTarget(
      name: "ExploredLibrariesTests",
      dependencies: [
        .product(name: "AsyncPromisesSwiftTesting", package: "swift-async-promises"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ]
)
