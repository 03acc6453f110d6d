// swift-tools-version: 6.2
// Is the documentation right? Every example in it is compiled, every public symbol is documented,
// and every guarantee has a test:
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
    // Built, and not run: what the examples call does nothing.
    .testTarget(
      name: "Examples",
      dependencies: [
        .product(name: "AsyncPromises", package: "swift-async-promises"),
        .product(name: "AsyncPromisesTesting", package: "swift-async-promises"),
        .product(name: "AsyncPromisesSwiftTesting", package: "swift-async-promises"),
      ],
      path: "Examples", swiftSettings: strict, plugins: ["CollectExamples"]),
    .executableTarget(name: "check-documentation", swiftSettings: strict),
    .executableTarget(name: "shorten-titles", swiftSettings: strict),
  ]
    // The examples of the vocabularies, each with what it takes for granted.
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
