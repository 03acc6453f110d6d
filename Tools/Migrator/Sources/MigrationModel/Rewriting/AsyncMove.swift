// Turns functions that return this library's promises into async functions.

import SwiftSyntax

enum AsyncMove {
  struct Result: Sendable {
    /// In the order of the program's files.
    var texts: [String]
    var kept: [Kept]
    /// The number of functions that returned promises, and how many of them are now async.
    var functions = 0
    var asyncFunctions = 0
    /// The types that now have async functions.
    var types: Set<String> = []
  }

  /// A function that waits for others can move only after those have moved.
  private static let rounds = 4

  static func run(
    _ program: Program, _ assumptions: Set<Assumption>, keepingForms: Bool, threads: Int
  ) -> Result {
    var program = program
    var result = Result(texts: program.files.map(\.source.text), kept: [])
    var (asyncFunctions, types) = (0, Set<String>())
    for number in 0..<rounds {
      let functions = result.functions
      result = round(
        program, isStructured: assumptions.contains(.structuredTasks), keepingForms: keepingForms,
        threads: threads)
      asyncFunctions += result.asyncFunctions
      types.formUnion(result.types)
      (result.asyncFunctions, result.types) = (asyncFunctions, types)
      if number > 0 { result.functions = functions }
      guard result.texts != program.files.map(\.source.text) else { break }
      program = program.with(texts: result.texts, threads: threads)
    }
    return result
  }

  private static func round(
    _ program: Program, isStructured: Bool, keepingForms: Bool, threads: Int
  ) -> Result {
    let table = program.table
    let all = Parallel.map(program.files, threads: threads) { file in
      let typer = Typer(file.source, table)
      let locals = LocalFunctionFinder(typer)
      locals.walk(file.source.tree)
      return (file.declarations.members.compactMap { AsyncFunction($0, typer) } + locals.functions)
        .filter { !(keepingForms && $0.isRequirement) }
    }
    let byName = Dictionary(grouping: all.joined(), by: \.member.name)
    // Promise forms already have async functions.
    let found = all.map { $0.filter { !$0.isForm } }
    let functions = found.flatMap { $0 }
    guard !functions.isEmpty else {
      return Result(texts: program.files.map(\.source.text), kept: [])
    }
    let uses = Parallel.map(program.files, threads: threads) { file in
      FileUses(file.source, table, byName, isStructured)
    }
    var plan = AsyncPlan(isStructured: isStructured)
    for file in uses {
      plan.functions.merge(file.functions) { first, _ in first }
      plan.actors.formUnion(file.actors)
      plan.classes.formUnion(file.classes)
    }
    // What each function would await if all functions were async.
    var converting = plan
    converting.converted = Dictionary(functions.map { ($0.id, $0) }) { first, _ in first }
    let trial = converting
    let trials = Parallel.map(Array(zip(program.files, found)), threads: threads) { file, own in
      own.map { AsyncTrial($0, file.source, table, trial) }
    }.flatMap { $0 }
    let decision = AsyncDecision(
      functions, uses, trials, table,
      refused: program.refusals.functions(program.files, found, uses), keepingForms: keepingForms)
    plan.converted = converting.converted.filter { decision.converted.contains($0.key) }
    (plan.forms, plan.inlined) = (decision.forms, decision.inlined)
    for id in plan.converted.keys where decision.nonsending.contains(id) {
      plan.converted[id]?.isNonsending = true
    }
    let final = plan
    let written = Parallel.map(Array(zip(program.files, found)), threads: threads) { file, own in
      AsyncFile(file.source, table, final, own, decision)
    }
    guard written.allSatisfy({ $0.text != nil }) else {
      return Result(texts: program.files.map(\.source.text), kept: written.flatMap(\.kept))
    }
    return Result(
      texts: written.compactMap(\.text), kept: written.flatMap(\.kept),
      functions: functions.count { !$0.isRequirement },
      asyncFunctions: plan.converted.values.count { !$0.isRequirement },
      types: Set(plan.converted.values.map { $0.member.context.path.joined(separator: ".") }))
  }
}

/// How one file uses the program's functions.
struct FileUses: Sendable {
  let uses: [AsyncUse]
  let functions: [SyntaxIdentifier: AsyncFunction]
  let unclear: [(function: SyntaxIdentifier, node: Syntax, place: Place)]
  let required: Set<AsyncRequirement>
  let actors: Set<String>
  let classes: Set<String>

  init(
    _ source: SourceFile, _ table: DeclarationTable, _ byName: [String: [AsyncFunction]],
    _ isStructured: Bool
  ) {
    let finder = AsyncUseFinder(Typer(source, table), byName, isStructured)
    finder.walk(source.tree)
    (uses, functions, unclear) = (finder.uses, finder.functions, finder.unclear)
    (required, actors, classes) = (finder.required, finder.actors, finder.classes)
  }
}
