// The classes that a pattern of `main-actor:` means.

extension Program {
  /// Replaces patterns such as `main-actor:*View` with the names of the classes that match and hold
  /// something up: a chain, or a function that returns a promise and is to become async. Other
  /// classes stay as they are.
  func namingClasses(for library: Library?, _ goal: Goal, threads: Int) -> Program {
    let patterns = assumptions.compactMap { assumption in
      if case .mainActor(let names) = assumption, names.text.contains("*") { names } else { nil }
    }
    guard !patterns.isEmpty, let library else { return self }
    let others = assumptions.subtracting(patterns.map { .mainActor($0) })
    let classes = files.flatMap(\.declarations.types).compactMap { type -> String? in
      let path = (type.context.path + [type.name]).joined(separator: ".")
      let isMeant = type.isClass && patterns.contains { $0.match(type.name, path: path) }
      return isMeant ? path : nil
    }
    var named: Set<String> = []
    if goal == .async {
      for member in files.flatMap(\.declarations.members)
      where table.typedPromiseNames.contains(member.name) && member.type != nil {
        named.insert(member.context.path.joined(separator: "."))
      }
      named.formIntersection(classes)
    }
    // With some classes on the main actor, others hold chains up.
    while true {
      let names = TypeNames(named.sorted().joined(separator: ","))
      let program = with(assumptions: others.union(names.map { [.mainActor($0)] } ?? []))
      let plans = PromisesMove.plans(
        for: program, library, isWeighing: false, threads: threads
      ).0
      let obstacles = Set(
        plans.flatMap(\.chains).flatMap { $0.links.map(\.obstacle) + [$0.head.obstacle] }
          .compactMap { $0?.type })
      let found = classes.filter { path in
        obstacles.contains(path)
          || obstacles.contains(path.split(separator: ".").last.map(String.init) ?? path)
      }
      if named.isSuperset(of: found) { return program }
      named.formUnion(found)
    }
  }
}
