// The parts of XCTest that the tests use.

@_exported import Foundation

open class XCTestCase: NSObject {
  open func setUp() {}
  open func tearDown() {}
  open func setUp() async throws {}
  open func tearDown() async throws {}
  open func record(_ issue: XCTIssue) {}
}

public struct XCTIssue {
  public var compactDescription: String { "" }
}

public func XCTAssertEqual<T: Equatable>(
  _ a: @autoclosure () throws -> T, _ b: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {}
public func XCTAssertLessThan<T: Comparable>(
  _ a: @autoclosure () throws -> T, _ b: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {}
public func XCTAssertGreaterThanOrEqual<T: Comparable>(
  _ a: @autoclosure () throws -> T, _ b: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {}
public func XCTAssertTrue(
  _ condition: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line
) {}
public func XCTAssertFalse(
  _ condition: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line
) {}
public func XCTAssertNotNil(
  _ value: @autoclosure () throws -> Any?, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line
) {}
public func XCTAssertThrowsError<T>(
  _ value: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line, _ look: (any Error) -> Void = { _ in }
) {}
public func XCTFail(
  _ message: String = "", file: StaticString = #filePath, line: UInt = #line
) {}
public func XCTSkipIf(
  _ condition: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String? = nil,
  file: StaticString = #filePath, line: UInt = #line
) throws {}
