// swift-tools-version: 6.2
// Measures what promises cost, and what the alternatives cost. A separate package, because it
// depends on other libraries:
//
//     swift run -c release --package-path Tests/Benchmarks benchmarks
//     swift run -c release --package-path Tests/Benchmarks explorations
//     .ci/instructions

import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-async-promises", path: "../.."),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    .target(
      name: "CAllocations",
      cSettings: [.define("COUNTS_CALLS_ALONE"), .treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "CAllocations",
        .product(name: "AsyncPromises", package: "swift-async-promises"),
        .product(name: "AsyncPromisesSharing", package: "swift-async-promises"),
        .product(name: "PromiseKitCompat", package: "swift-async-promises"),
        .product(name: "GooglePromisesCompat", package: "swift-async-promises"),
        .product(name: "BoltsCompat", package: "swift-async-promises"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "OpenCombine", package: "OpenCombine"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "instructions",
      dependencies: [
        .product(name: "AsyncPromises", package: "swift-async-promises"),
        .product(name: "AsyncPromisesSharing", package: "swift-async-promises"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "explorations",
      dependencies: [.product(name: "AsyncExplorer", package: "swift-async-promises")],
      swiftSettings: strict),
  ]
)
