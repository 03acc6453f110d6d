// Reads and parses the sources below the given paths, collects declarations, and finds chains.

import SwiftSyntax

/// A function or property that returns a library's promise.
package struct PromiseDeclaration: Sendable {
  package let library: Library
  package let module: String
  package let place: Place
  package let name: String
}

/// A function with a completion handler.
package struct CallbackDeclaration: Sendable {
  package let module: String
  package let place: Place
  package let name: String
  package let shape: String
  package let verdict: Verdict
}

/// The results of an analysis.
package struct Findings: Sendable {
  /// A file and its imports.
  package struct File: Sendable {
    package let path: String
    package let module: String
    package let lines: Int
    package let imports: [String]
    package let hasSyntaxErrors: Bool
    package let isSwift5: Bool
  }

  package internal(set) var files: [File] = []
  package internal(set) var skipped: [SkippedFile] = []
  package internal(set) var chains: [Chain] = []
  package internal(set) var unknown: [UnknownHead] = []
  package internal(set) var declarations: [PromiseDeclaration] = []
  package internal(set) var callbacks: [CallbackDeclaration] = []
  /// The options that name modules which seem to have a library's names.
  var aliases: [Library: [String: Int]] = [:]
}

package enum Analysis {
  /// Reads all Swift files below the paths.
  ///
  /// - Parameter index: the folder of a build, whose index supplies types that the source doesn't
  ///   reveal.
  package static func run(
    paths: [String], assuming assumptions: Set<Assumption> = [], index: String? = nil,
    threads: Int = 2
  ) throws(InputError) -> Findings {
    findings(
      in: try Program(paths: paths, assuming: assumptions, index: index, threads: threads),
      isWeighing: true, threads: threads)
  }

  /// Reads sources given as text, each with its path.
  ///
  /// - Parameter isWeighing: whether code stays if too little of it would move.
  static func run(
    sources: [(path: String, text: String)], assuming assumptions: Set<Assumption> = [],
    isWeighing: Bool = false
  ) -> Findings {
    findings(
      in: Program(sources: sources, assuming: assumptions), isWeighing: isWeighing, threads: 1)
  }

  private static func findings(
    in program: Program, isWeighing: Bool, threads: Int
  ) -> Findings {
    var findings = Findings()
    findings.skipped = program.skipped
    for part in Parallel.map(program.files, threads: threads, { find(in: $0, program.table) }) {
      findings.files += part.files
      findings.declarations += part.declarations
      findings.callbacks += part.callbacks
    }
    // The chains are those of a rewrite, so that both have the same figures.
    for library in Library.allCases where program.table.usedLibraries.contains(library) {
      let program = program.namingClasses(for: library, .promises, threads: threads)
      let (plans, _) = PromisesMove.plans(
        for: program, library, isWeighing: isWeighing, threads: threads)
      findings.chains += plans.flatMap(\.chains)
      findings.unknown += plans.flatMap(\.unknown)
    }
    for library in Library.allCases {
      let options = program.aliasOptions(for: library)
      if !options.isEmpty { findings.aliases[library] = options }
    }
    return findings
  }

  private static func find(in parsed: Program.File, _ table: DeclarationTable) -> Findings {
    let file = parsed.source
    let typer = Typer(file, table)
    let module = file.module.name
    var findings = Findings()
    findings.files = [
      Findings.File(
        path: file.path, module: module, lines: parsed.lines,
        imports: file.imports.modules.sorted(), hasSyntaxErrors: file.tree.hasError,
        isSwift5: file.isSwift5)
    ]
    for member in parsed.declarations.members {
      if let callback = CallbackFunction(member, typer) {
        findings.callbacks.append(
          CallbackDeclaration(
            module: module, place: file.place(of: member.namePlace), name: member.fullName,
            shape: callback.shape.rawValue, verdict: callback.verdict))
      }
      guard table.usesLibraries, member.kind == .function || member.kind == .property,
        let type = typer.shape(of: member, called: false).promiseInside
      else { continue }
      findings.declarations.append(
        PromiseDeclaration(
          library: type.library, module: module, place: file.place(of: member.namePlace),
          name: member.fullName))
    }
    return findings
  }
}

extension Member {
  var namePlace: Syntax {
    if let function = node.as(FunctionDeclSyntax.self) { return Syntax(function.name) }
    if let binding = node.as(PatternBindingSyntax.self) { return Syntax(binding.pattern) }
    return node
  }

  /// `Type.name(label:)`
  var fullName: String {
    let labels = parameters.map { "\($0.label ?? "_"):" }.joined()
    let call = kind == .property ? name : "\(name)(\(labels))"
    return (context.path + [call]).joined(separator: ".")
  }
}
