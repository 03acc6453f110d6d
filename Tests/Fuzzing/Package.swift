// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-async-promises", path: "../..")],
  targets: [
    .executableTarget(
      name: "Fuzzing",
      dependencies: [
        .product(name: "AsyncPromises", package: "swift-async-promises"),
        .product(name: "AsyncPromisesTracking", package: "swift-async-promises"),
        // For the module that its facades share.
        .product(name: "PromiseKitCompat", package: "swift-async-promises"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        // The fuzzer provides `main`.
        .unsafeFlags(["-parse-as-library"]),
      ])
  ]
)
