// Builds a report from the findings.

extension Report {
  package init(_ findings: Findings, paths: [String]) {
    self.paths = paths
    files = findings.files.count
    lines = findings.files.reduce(0) { $0 + $1.lines }
    filesInSwift5 = findings.files.count(where: \.isSwift5)
    filesWithSyntaxErrors = findings.files.filter(\.hasSyntaxErrors).map(\.path).sorted()
    skipped = findings.skipped.sorted { $0.file < $1.file }
    libraries = Library.allCases.map { LibraryReport($0, findings) }.filter { !$0.isEmpty }
    callbacks = CallbackReport(findings.callbacks)
    var reasons: [String: String] = [:]
    let used =
      libraries.flatMap { $0.total.kept.keys }
      + callbacks.list.compactMap { function in
        function.reason?.rawValue
      } + libraries.flatMap { $0.unknown.compactMap { $0.reason?.rawValue } }
    for reason in used { reasons[reason] = Reason(rawValue: reason)?.sentence }
    self.reasons = reasons
  }
}

extension LibraryReport {
  var isEmpty: Bool { modules.isEmpty }

  init(_ library: Library, _ findings: Findings) {
    self.library = library
    let chains = findings.chains.filter { $0.library == library }.sorted { $0.place < $1.place }
    let unknown = findings.unknown.filter { $0.library == library }
    let declared = findings.declarations.filter { $0.library == library }
    let importing = findings.files.filter { !library.modules.isDisjoint(with: $0.imports) }

    func figures(of module: String?) -> Figures {
      var figures = Figures()
      for file in importing where module == nil || file.module == module {
        figures.add(file, library)
      }
      for chain in chains where module == nil || chain.module == module { figures.add(chain) }
      figures.unknown = unknown.count { module == nil || $0.module == module }
      figures.declarations = declared.count { module == nil || $0.module == module }
      return figures
    }
    let names = Set(
      importing.map(\.module) + chains.map(\.module) + unknown.map(\.module)
        + declared.map(\.module))
    var total = figures(of: nil)
    if let aliases = findings.aliases[library] {
      total.options = (total.options ?? [:]).merging(aliases) { $0 + $1 }
    }
    self.total = total
    modules = names.sorted().map { ModuleReport(module: $0, figures: figures(of: $0)) }
    self.chains = chains.filter(\.isChain).map { ChainReport($0) }
    calls = chains.filter { !$0.isChain }.map { ChainReport($0) }
    self.unknown = unknown.sorted { $0.place < $1.place }.map { unknown in
      UnknownReport(
        file: unknown.place.file, line: unknown.place.line, column: unknown.place.column,
        module: unknown.module, name: unknown.name, reason: unknown.reason)
    }
    declarations = declared.sorted { ($0.place, $0.name) < ($1.place, $1.name) }.map { one in
      DeclarationReport(
        file: one.place.file, line: one.place.line, module: one.module, name: one.name)
    }
  }
}

extension Figures {
  fileprivate mutating func add(_ file: Findings.File, _ library: Library) {
    files += 1
    for module in library.modules.intersection(file.imports) { imports[module, default: 0] += 1 }
  }

  fileprivate mutating func add(_ chain: Chain) {
    if !chain.isChain {
      calls += 1
      rewritableCalls += chain.isRewritable ? 1 : 0
    } else {
      chains += 1
      rewritableChains += chain.isRewritable ? 1 : 0
    }
    if chain.isChain {
      links += chain.links.count
      rewritableLinks += chain.links.count { $0.verdict.reason == nil }
    }
    switch chain.head.kind {
    case .group: groups[chain.head.name, default: 0] += 1
    case .resolver: resolvers[chain.head.name, default: 0] += 1
    case .own, .extended, .library: break
    }
    if let queue = chain.head.queue { queues[queue, default: 0] += 1 }
    for link in chain.links {
      operators[link.name, default: 0] += 1
      if let queue = link.queue { queues[queue, default: 0] += 1 }
      guard let selfUse = link.selfUse else { continue }
      handlers += 1
      handlersThatTouchSelf += selfUse == .none ? 0 : 1
      handlersThatHoldSelfWeakly += selfUse == .weak ? 1 : 0
    }
    if let option = chain.option { options = (options ?? [:]).merging([option: 1]) { $0 + $1 } }
    let reasons = Set(
      [chain.head.verdict?.reason, chain.staying] + chain.links.map { $0.verdict.reason })
    for reason in reasons.compactMap({ $0 }) { kept[reason.rawValue, default: 0] += 1 }
    let types = Set((chain.links.map(\.obstacle) + [chain.head.obstacle]).compactMap { $0?.type })
    guard chain.isChain, !types.isEmpty else { return }
    heldUp = (heldUp ?? [:]).merging(types.map { ($0, 1) }, uniquingKeysWith: +)
  }
}

extension ChainReport {
  init(_ chain: Chain) {
    file = chain.place.file
    line = chain.place.line
    column = chain.place.column
    module = chain.module
    isRewritable = chain.isRewritable
    head = HeadReport(
      name: chain.head.name, kind: chain.head.kind, rewrite: chain.head.verdict?.rewrite?.text,
      reason: chain.head.verdict?.reason ?? chain.staying, obstacle: chain.head.obstacle?.sentence,
      queue: chain.head.queue)
    links = chain.links.map { link in
      LinkReport(
        name: link.name, line: link.place.line, column: link.place.column,
        rewrite: link.verdict.rewrite?.text, reason: link.verdict.reason,
        obstacle: link.obstacle?.sentence, queue: link.queue, selfUse: link.selfUse)
    }
  }
}

extension CallbackReport {
  init(_ callbacks: [CallbackDeclaration]) {
    functions = callbacks.count
    rewritable = callbacks.count { $0.verdict.reason == nil }
    shapes = callbacks.reduce(into: [:]) { $0[$1.shape, default: 0] += 1 }
    modules = Dictionary(grouping: callbacks, by: \.module).sorted { $0.key < $1.key }.map {
      Module(
        module: $0.key, functions: $0.value.count,
        rewritable: $0.value.count { $0.verdict.reason == nil })
    }
    list = callbacks.sorted { $0.place < $1.place }.map { callback in
      Function(
        file: callback.place.file, line: callback.place.line, module: callback.module,
        name: callback.name, shape: callback.shape, rewrite: callback.verdict.rewrite?.text,
        reason: callback.verdict.reason)
    }
  }
}
