// Callbacks.swift at all stages.

import Testing

@MainActor
@Suite("callbacks")
struct CallbacksTests {
  @Test("Success")
  func success() async throws {
    let device = CallbackDevice()
    #expect(try await outcome { try await device.wrapped() }.get() == 80)
    #expect(try await outcome { try await device.short() }.get() == 80)
    #expect(try await outcome { try await device.byHand() }.get() == 80)
    #expect(try await outcome { try await device.wrappedReversed() }.get() == 80)
    #expect(try await outcome { try await device.wrappedResult() }.get() == 80)
    #expect(try await outcome { try await device.full() }.get() == 100)
    #expect(try await outcome { try await device.named() }.get() == "device")
    #expect(try await outcome { try await device.kept() }.get() == "device")
    #expect(try await outcome { try await device.nothing() }.errorText == nil)
    #expect(try await outcome { try await device.wrappedReset() }.errorText == nil)
    #expect(try await outcome { try await device.resetByHand() }.errorText == nil)
  }

  @Test("Failure")
  func failure() async throws {
    let device = CallbackDevice(failure: .late)
    #expect(try await outcome { try await device.wrapped() }.errorText == "late")
    #expect(try await outcome { try await device.short() }.errorText == "late")
    #expect(try await outcome { try await device.byHand() }.errorText == "late")
    #expect(try await outcome { try await device.wrappedReversed() }.errorText == "late")
    #expect(try await outcome { try await device.wrappedResult() }.errorText == "late")
    #expect(try await outcome { try await device.full() }.errorText == "late")
    #expect(try await outcome { try await device.wrappedReset() }.errorText == "late")
    #expect(try await outcome { try await device.resetByHand() }.errorText == "late")
    #expect(
      try await outcome { try await CallbackDevice(charge: nil).full() }.errorText == "refused")
  }
}
