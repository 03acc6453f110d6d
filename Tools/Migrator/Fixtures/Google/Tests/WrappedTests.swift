// Wrapped.swift at all stages.

import Testing

@MainActor
@Suite("wrap")
struct WrappedTests {
  @Test("A value, nil, or an error")
  func optional() async throws {
    #expect(try await outcome { try await WrappedDevice(level: 3).charge() }.get() == 3)
    #expect(try await outcome { try await WrappedDevice(level: nil).charge() }.get() == nil)
    let broken = try await outcome { try await WrappedDevice(isBroken: true).charge() }
    #expect(throws: WrappedError()) { try broken.get() }
    #expect(try await outcome { try await WrappedDevice(level: 4).reversed() }.get() == 4)
    let reversed = try await outcome { try await WrappedDevice(isBroken: true).reversed() }
    #expect(throws: WrappedError()) { try reversed.get() }
  }

  @Test("Only a value")
  func value() async throws {
    #expect(try await outcome { try await WrappedDevice().name() }.get() == "device")
    #expect(try await outcome { try await WrappedDevice().echo("a") }.get() == "a")
  }
}
