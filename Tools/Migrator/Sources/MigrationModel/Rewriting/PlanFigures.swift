// What the plans of all files say of the units that move or stay.

import SwiftSyntax

extension UnitGraph {
  /// Finds more units that stay, from the plans of all files.
  mutating func decide(_ plans: [MovePlan], isWeighing: Bool) -> Bool {
    var figures = units.map { UnitFigures(isHazard: $0.mustStay) }
    for plan in plans {
      let source = plan.file.source
      if plan.wasMoved {
        // What stayed then stays now.
        for index in indices(in: source) where units[index].namesFacade {
          figures[index].isHazard = true
        }
        for chain in plan.chains {
          if let index = unit(at: chain.offset, in: source) { figures[index].isHazard = true }
        }
        continue
      }
      for index in indices(in: source) where plan.isImported && units[index].namesLibrary {
        figures[index].isRelated = true
      }
      for chain in plan.chains {
        guard let index = unit(at: chain.offset, in: source) else { continue }
        figures[index].isRelated = true
        figures[index].crossings += chain.crossings
        if chain.crossings > 0, chain.links.isEmpty { figures[index].hasCopies = true }
        figures[index].isHazard = figures[index].isHazard || chain.isHazard
        guard chain.isRewritable else { continue }
        figures[index].chains += chain.isChain ? 1 : 0
        figures[index].moved += chain.links.count + (chain.head.verdict == nil ? 0 : 1)
      }
      for index in plan.stayingDeclarations.compactMap(unit(of:)) {
        figures[index].isHazard = true
      }
      for offset in plan.move.hazards {
        if let index = unit(at: offset, in: source) { figures[index].isHazard = true }
      }
      for index in indices(in: source) {
        let replaced = replaced[index] ?? []
        if replaced.contains(where: { plan.move.edits.write($0.name, in: Syntax($0.node)) }) {
          figures[index].isHazard = true
        }
      }
      for one in plan.unknown {
        var held = producers(of: one)
        // What stays may get promises that move from its closures.
        if !held.isEmpty || one.isOpen, let user = unit(at: one.offset, in: source) {
          held.append(user)
        }
        for index in held { figures[index].isHazard = true }
      }
    }
    for plan in plans where !plan.wasMoved {
      for identity in plan.move.identities {
        var together = identity.members.compactMap(unit(of:))
        guard together.contains(where: { held[$0] != nil || figures[$0].hasCopies }) else {
          continue
        }
        if let user = unit(at: identity.offset, in: plan.file.source) { together.append(user) }
        for index in together { figures[index].isHazard = true }
      }
    }
    for index in refused { figures[index].isHazard = true }
    let still = Set(
      plans.filter { plan in
        !plan.move.moves && !assumptions.mayConvert(in: plan.path)
      }.map(\.path))
    return decide(figures, still: still, isWeighing: isWeighing)
  }
}
