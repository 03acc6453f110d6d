// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "swift-async-promises",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "AsyncPromises", targets: ["AsyncPromises"])
  ],
  targets: [
    .target(name: "AsyncPromises", swiftSettings: strict),
    .testTarget(
      name: "AsyncPromisesTests", dependencies: ["AsyncPromises"], swiftSettings: strict),
    .testTarget(
      name: "ExplorationTests", dependencies: ["AsyncPromises"], swiftSettings: strict),
    .executableTarget(
      name: "Quickstart", dependencies: ["AsyncPromises"], path: "Examples/Quickstart",
      swiftSettings: strict),
    .executableTarget(
      name: "LoginFlow", dependencies: ["AsyncPromises"], path: "Examples/LoginFlow",
      swiftSettings: strict),
  ]
)
