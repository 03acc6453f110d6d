// Callbacks.swift at all stages.

import Testing

@MainActor
@Suite("callbacks")
struct CallbacksTests {
  @Test("Success")
  func success() async throws {
    let device = CallbackDevice()
    #expect(try await outcome(of: device.wrapped()).get() == 80)
    #expect(try await outcome(of: device.short()).get() == 80)
    #expect(try await outcome(of: device.byHand()).get() == 80)
    #expect(try await outcome(of: device.wrappedReversed()).get() == 80)
    #expect(try await outcome(of: device.wrappedResult()).get() == 80)
    #expect(try await outcome(of: device.full()).get() == 100)
    #expect(try await outcome(of: device.named()).get() == "device")
    #expect(try await outcome(of: device.kept()).get() == "device")
    #expect(try await outcome(of: device.nothing()).errorText == nil)
    #expect(try await outcome(of: device.wrappedReset()).errorText == nil)
    #expect(try await outcome(of: device.resetByHand()).errorText == nil)
  }

  @Test("Failure")
  func failure() async throws {
    let device = CallbackDevice(failure: .late)
    #expect(try await outcome(of: device.wrapped()).errorText == "late")
    #expect(try await outcome(of: device.short()).errorText == "late")
    #expect(try await outcome(of: device.byHand()).errorText == "late")
    #expect(try await outcome(of: device.wrappedReversed()).errorText == "late")
    #expect(try await outcome(of: device.wrappedResult()).errorText == "late")
    #expect(try await outcome(of: device.full()).errorText == "late")
    #expect(try await outcome(of: device.wrappedReset()).errorText == "late")
    #expect(try await outcome(of: device.resetByHand()).errorText == "late")
    #expect(try await outcome(of: CallbackDevice(charge: nil).full()).errorText == "refused")
  }
}
