// Compares programs with the model. A fuzzer's bytes determine the programs.
//
//   swift run --package-path Tests/Fuzzing --sanitize=fuzzer Fuzzing \
//     -max_total_time=30 -artifact_prefix=Tests/Fuzzing/.build/
//
// libFuzzer measures the coverage of the library and looks for bytes that reach more of it. A
// program that fails is shrunk and printed. Pass a folder as the last argument to keep the inputs.

@testable import AsyncPromises

#if DEBUG
  /// Called once by libFuzzer.
  @_cdecl("LLVMFuzzerInitialize")
  public func initialize(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer
  ) -> CInt {
    // Programs break promises on purpose.
    PromiseDiagnostics.install { _ in }
    return 0
  }

  /// Called by libFuzzer with every input.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var bytes = Bytes(Array(UnsafeBufferPointer(start: start, count: count)))
    if let failure = Comparison().failure(of: Program(&bytes)) { fatalError("\n\(failure)") }
    return 0
  }
#endif
