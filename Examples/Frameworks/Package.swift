// swift-tools-version: 6.2
// What frameworks do when a client leaves, a task is cancelled, a limit passes, a service shuts
// down, and conversions for work that would otherwise continue. Each row of the article "What your
// framework does" is a test, here or in Examples/Interop:
//
//     swift test --package-path Examples/Frameworks
//
// A package of its own, because these frameworks take minutes to build.

import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let promises: Target.Dependency = .product(name: "AsyncPromises", package: "swift-async-promises")
let testing: Target.Dependency = .product(
  name: "AsyncPromisesTesting", package: "swift-async-promises")
let support: [Target.Dependency] = ["FrameworksSupport", promises]
let core: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let client: Target.Dependency = .product(name: "AsyncHTTPClient", package: "async-http-client")
let flyingFox: [Target.Dependency] = [
  .product(name: "FlyingFox", package: "FlyingFox"),
  .product(name: "FlyingSocks", package: "FlyingFox"),
]
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let grpc: Target.Dependency = .product(name: "GRPCCore", package: "grpc-swift-2")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let lifecycle: Target.Dependency = .product(
  name: "ServiceLifecycle", package: "swift-service-lifecycle")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

// The article names these versions. If a newer one behaves otherwise, its row's test fails.
let package = Package(
  name: "frameworks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-async-promises", path: "../.."),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/grpc/grpc-swift-2", exact: "2.4.3"),
    .package(url: "https://github.com/grpc/grpc-swift-nio-transport", exact: "2.9.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
  ],
  targets: [
    .target(
      name: "AsyncHTTPClientPromises", dependencies: [promises, client, core],
      swiftSettings: strict),
    .target(name: "GRDBPromises", dependencies: [promises, grdb], swiftSettings: strict),
    .target(name: "GRPCPromises", dependencies: [promises, grpc], swiftSettings: strict),
    .target(
      name: "HummingbirdPromises", dependencies: [promises, hummingbird], swiftSettings: strict),
    .target(name: "LifecyclePromises", dependencies: [promises, lifecycle], swiftSettings: strict),

    .target(
      name: "FrameworksSupport", dependencies: [promises], path: "Tests/FrameworksSupport",
      swiftSettings: strict),
    .testTarget(
      name: "AsyncHTTPClientTests",
      dependencies: [
        "AsyncHTTPClientPromises", client, core, testing,
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ] + support,
      swiftSettings: strict),
    .testTarget(
      name: "FlyingFoxTests", dependencies: flyingFox + support, swiftSettings: strict),
    .testTarget(
      name: "GRDBTests", dependencies: ["GRDBPromises", grdb] + support, swiftSettings: strict),
    .testTarget(
      name: "GRPCTests",
      dependencies: [
        "GRPCPromises", grpc, .product(name: "GRPCInProcessTransport", package: "grpc-swift-2"),
        .product(name: "GRPCNIOTransportHTTP2Posix", package: "grpc-swift-nio-transport"),
      ] + support,
      swiftSettings: strict),
    .testTarget(
      name: "HummingbirdTests",
      dependencies: ["HummingbirdPromises", hummingbird, lifecycle, logging, core] + support,
      swiftSettings: strict),
    .testTarget(
      name: "LifecycleTests",
      dependencies: ["LifecyclePromises", lifecycle, logging] + support, swiftSettings: strict),
    .testTarget(
      name: "SubprocessTests",
      dependencies: [.product(name: "Subprocess", package: "swift-subprocess")] + support,
      swiftSettings: strict),
    .testTarget(name: "URLSessionTests", dependencies: support, swiftSettings: strict),
  ]
)
