// What Core and Following report to Diagnostics.

extension Origin {
  func reportUnhandled(_ failure: any Error) {}
  func reportLateFailure(_ failure: any Error) {}
  func reportMissedValue() {}
  func reportLateConsumer() {}
  var abandonment: any Error { CancellationError() }
  var cycle: any Error { CancellationError() }
}
