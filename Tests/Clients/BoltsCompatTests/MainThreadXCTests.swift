// Calls on the main thread itself, where only XCTest runs tests.

import BoltsCompat
import Foundation
import TestSupport
import XCTest

final class MainThreadXCTests: XCTestCase {
  func testThatExecuteRunsAtOnceOnTheMainThread() {
    let ran = Journal<Bool>()
    Executor.mainThread.execute { ran.write(Thread.isMainThread) }
    XCTAssertEqual(ran.entries, [true])
  }

  func testThatAWaitOnTheMainThreadIsAlwaysLoggedToStandardError() throws {
    let (pipe, standard) = (Pipe(), dup(STDERR_FILENO))
    dup2(pipe.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
    Task(1).waitUntilCompleted()
    dup2(standard, STDERR_FILENO)
    close(standard)
    try pipe.fileHandleForWriting.close()
    let text = String(decoding: try XCTUnwrap(pipe.fileHandleForReading.readToEnd()), as: UTF8.self)
    XCTAssertTrue(text.contains("the main thread is waiting for Task(1)"), text)
  }
}
