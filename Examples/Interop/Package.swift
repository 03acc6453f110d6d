// swift-tools-version: 6.2
// Conversions between promises and swift-nio, swift-async-algorithms, OpenCombine, swift-log and
// swift-distributed-tracing. A separate package, so that the library doesn't depend on them:
//
//     swift test --package-path Examples/Interop
//     swift run --package-path Examples/Interop interop-http
//     swift run --package-path Examples/Interop interop-fanout

import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let promises: Target.Dependency = .product(name: "AsyncPromises", package: "swift-async-promises")
let sharing: Target.Dependency = .product(
  name: "AsyncPromisesSharing", package: "swift-async-promises")
let testing: Target.Dependency = .product(
  name: "AsyncPromisesTesting", package: "swift-async-promises")
let support: [Target.Dependency] = ["InteropSupport", promises, testing]
let core: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nio: [Target.Dependency] = [core, .product(name: "NIOPosix", package: "swift-nio")]
let locks: Target.Dependency = .product(name: "NIOConcurrencyHelpers", package: "swift-nio")
let http: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let algorithms: Target.Dependency = .product(
  name: "AsyncAlgorithms", package: "swift-async-algorithms")
let combine: Target.Dependency = .product(name: "OpenCombine", package: "OpenCombine")
let tracing: Target.Dependency = .product(name: "Tracing", package: "swift-distributed-tracing")
let inMemoryTracing: Target.Dependency = .product(
  name: "InMemoryTracing", package: "swift-distributed-tracing")
let logging: [Target.Dependency] = [
  .product(name: "Logging", package: "swift-log"),
  .product(name: "InMemoryLogging", package: "swift-log"),
]
let promiseKit: Target.Dependency = .product(
  name: "PromiseKitCompat", package: "swift-async-promises")

let package = Package(
  name: "interop",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-async-promises", path: "../.."),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", exact: "1.7.3"),
  ],
  targets: [
    .target(name: "NIOInterop", dependencies: [promises, core], swiftSettings: strict),
    .target(
      name: "HTTPInterop", dependencies: ["NIOInterop", promises, http, locks] + nio,
      swiftSettings: strict),
    .target(
      name: "AsyncAlgorithmsInterop", dependencies: [promises, algorithms], swiftSettings: strict),
    // The sources of AsyncPromisesCombine, for OpenCombine.
    .target(
      name: "OpenCombineInterop", dependencies: [promises, combine],
      swiftSettings: strict + [.define("OPEN_COMBINE")]),
    .target(name: "TracingInterop", dependencies: [promises, tracing], swiftSettings: strict),
    .target(
      name: "TracedHTTPInterop",
      dependencies: [
        "HTTPInterop", "TracingInterop", promises, tracing, http,
        .product(name: "Instrumentation", package: "swift-distributed-tracing"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "interop-http", dependencies: ["HTTPInterop", promises, http] + nio,
      swiftSettings: strict),
    .executableTarget(
      name: "interop-fanout",
      dependencies: [
        "HTTPInterop", "TracedHTTPInterop", "TracingInterop", promises, sharing, tracing,
        inMemoryTracing, http,
      ] + nio,
      swiftSettings: strict),

    .target(
      name: "InteropSupport", dependencies: [promises], path: "Tests/InteropSupport",
      swiftSettings: strict),
    .testTarget(
      name: "NIOInteropTests",
      dependencies: ["NIOInterop", .product(name: "NIOEmbedded", package: "swift-nio")] + nio
        + support,
      swiftSettings: strict),
    .testTarget(
      name: "HTTPInteropTests",
      dependencies: ["HTTPInterop", "NIOInterop", http, locks] + nio + support,
      swiftSettings: strict),
    .testTarget(
      name: "AsyncAlgorithmsInteropTests",
      dependencies: ["AsyncAlgorithmsInterop", algorithms] + support, swiftSettings: strict),
    .testTarget(
      name: "OpenCombineInteropTests", dependencies: ["OpenCombineInterop", combine] + support,
      swiftSettings: strict),
    .testTarget(
      name: "TracingInteropTests",
      dependencies: [
        "TracingInterop", sharing, tracing, inMemoryTracing, promiseKit,
      ] + logging + support,
      swiftSettings: strict),
    .testTarget(
      name: "TracedHTTPInteropTests",
      dependencies: [
        "HTTPInterop", "TracedHTTPInterop", "TracingInterop", sharing, tracing, inMemoryTracing,
        promiseKit, http,
      ] + nio + logging + support,
      swiftSettings: strict),
  ]
)
