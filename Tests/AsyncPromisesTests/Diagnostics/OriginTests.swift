// Origin.swift: which call created a promise, and where.

import AsyncPromisesTesting
import TestSupport
import Testing

@testable import AsyncPromises
@testable import AsyncPromisesTracking

@Suite("Origin", .timeLimit(.minutes(10)))
struct OriginTests {
  // MARK: CallSite

  @Test(
    "H1: a call site describes its file and line", arguments: [UInt(1), 42, 4_711, 32_766, 32_767])
  func site(line: UInt) {
    #expect(CallSite("Module/File.swift", line).description == "Module/File.swift:\(line)")
  }

  @Test("H1: a function that is passed by name has no line")
  func byName() {
    #expect(CallSite(passedByName, 0).description == "\(passedByName)")
  }

  @Test("H1: a line beyond 32,767 is described as 32,767", arguments: [UInt(32_768), 65_536, .max])
  func lateLine(line: UInt) {
    #expect(CallSite("Module/File.swift", line).description == "Module/File.swift:32767")
    #expect(CallSite("Module/File.swift", line) == CallSite("Module/File.swift", 32_767))
  }

  @Test("H1: call sites are equal if their files and lines match")
  func equality() {
    let file: StaticString = "Module/File.swift"
    let other: StaticString = "Module/OtherFile.swift"
    #expect(CallSite(file, 1) == CallSite(file, 1))
    #expect(CallSite(file, 1) != CallSite(file, 2))
    #expect(CallSite(file, 1) != CallSite(other, 1))
  }

  @Test("H1: file names may be empty, long or in any script")
  func names() {
    #expect(CallSite("", 1).description == ":1")
    #expect(CallSite("Módulo/Größe.swift", 2).description == "Módulo/Größe.swift:2")
    #expect(CallSite(#fileID, 3).description == "AsyncPromisesTests/OriginTests.swift:3")
  }

  @Test("H1: a call site takes up eight bytes")
  func size() {
    #expect(MemoryLayout<CallSite>.size == 8)
    #expect(MemoryLayout<Origin>.size == 8)
  }

  // MARK: Origins

  @Test("H1: the library's own cells have no origin")
  func none() {
    #expect(Origin.none.isNone)
    #expect(Origin.none.site == nil)
    #expect(Origin.none.record == nil)
    #expect(Origin.none.trace == nil)
  }

  @Test(
    "H1 H3: a promise that starts out rejected has a line, and is never listed as pending",
    .enabled(if: Tracking.isOn))
  func rejected() async throws {
    try await withPromiseScope { scope in
      let promise = Promise<Int>.rejected(
        TestError.first, fileID: "Module/File.swift", line: 7
      ).ignoreErrors()
      #expect(promise.cell.origin.site?.description == "Module/File.swift:7")
      #expect(!scope.dumpPending().contains("Module/File.swift:7"))
    }
  }

  @Test(
    "H3 H1: every call that creates a promise is listed with its name and the line of the caller",
    .enabled(if: Tracking.isOn), arguments: PendingOperator.all)
  func call(of made: PendingOperator) async throws {
    let callbacks = Callbacks()
    try await withPromiseScope(leftovers: .cancel, reports: .ignore) { scope in
      scope.install { _ in }
      let (source, resolver) = Promise<Int>.pending(fileID: "Source.swift", line: 1)
      let promise = made.make(source, callbacks)
      let report = scope.dumpPending()
      let place = " at \(PendingOperator.fileID):\(made.line),"
      let lines = report.split(separator: "\n")
      #expect(lines.count { $0.contains(" \(made.kind)\(place)") } == 1, "\(report)")
      let strangers = lines.filter { !$0.contains(place) && !$0.contains(" at Source.swift:1,") }
      #expect(strangers.isEmpty)
      withExtendedLifetime((promise, resolver, callbacks)) {}
    }
  }

  @Test("H3: every call in the table that creates a pending promise is tested, in every form")
  func calls() {
    for call in Call.pendingCalls {
      let forms = PendingOperator.all.count { $0.call == call }
      #expect(forms >= call.forms, "PendingOperator lacks a form of \(call.symbol)")
    }
  }
}
