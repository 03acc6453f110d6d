// Kept.swift at all stages.

import Testing

@MainActor
@Suite("Kept")
struct KeptTests {
  @Test("Calls keep their meaning")
  func calls() async {
    var log: [Int] = []
    let store = KeptStore { log.append($0) }
    store.success(success: { log.append($0) }, failure: { _ in })
    store.first { log.append($1 ?? 0) }
    store.three { log.append($0 + $1 + $2) }
    store.ping()
    store.ping { log.append($0) }
    store.pull { log.append($0) }
    store.object { log.append($0.value) }
    store.anything { log.append(($0 as? Int) ?? 0) }
    store.all(1, 2) { log.append($0) }
    store.each { log.append($0) }
    #expect(store.ask { $0 == 10 })
    #expect(log == [8, 1, 2, 6, 4, 5, 1, 6, 2, 9])
  }
}
