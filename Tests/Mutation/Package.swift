// swift-tools-version: 6.2
// Checks that the exploration tests catch faults. Builds a copy of the library, and of what the
// compatibility modules share, with seeded faults, each behind a switch, and a program that
// explores it with one fault at a time:
//
//     swift run --package-path Tests/Mutation mutants

import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// As in the library's own manifest.
let atomics: [SwiftSetting] = [
  .enableExperimentalFeature("BuiltinModule"),
  .enableExperimentalFeature("RawLayout"),
]

let package = Package(
  name: "mutation",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "Faults", swiftSettings: strict),
    .executableTarget(name: "seed-faults", dependencies: ["Faults"], swiftSettings: strict),
    .plugin(name: "SeedFaults", capability: .buildTool(), dependencies: ["seed-faults"]),
    .target(name: "AsyncPromises", swiftSettings: strict + atomics, plugins: ["SeedFaults"]),
    .target(
      name: "AsyncPromisesSharing", dependencies: ["AsyncPromises"], swiftSettings: strict,
      plugins: ["SeedFaults"]),
    .target(
      name: "PromiseCompatSupport", dependencies: ["AsyncPromises"], swiftSettings: strict,
      plugins: ["SeedFaults"]),
    .target(
      name: "AsyncPromisesTracking", dependencies: ["AsyncPromises"], swiftSettings: strict,
      plugins: ["SeedFaults"]),
    .target(
      name: "AsyncPromisesTesting", dependencies: ["AsyncPromises", "AsyncPromisesTracking"],
      swiftSettings: strict),
    .executableTarget(
      name: "mutants",
      dependencies: [
        "AsyncPromises", "AsyncPromisesSharing", "AsyncPromisesTesting", "AsyncPromisesTracking",
        "Faults", "PromiseCompatSupport",
      ],
      swiftSettings: strict),
  ]
)
