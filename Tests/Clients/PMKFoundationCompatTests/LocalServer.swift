// A web server in the test process.

import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Accepts one connection on a new port, and reports what happens on it.
struct LocalServer: Sendable {
  enum Event: Equatable, Sendable {
    /// The first line of a request, and its body.
    case received(String, String)
    case hungUp
  }

  struct Answer: Sendable {
    var status = 200
    var body = ""
  }

  let url: URL
  let events: AsyncStream<Event>

  /// - Parameter answer: `nil` leaves the client waiting until it hangs up.
  init(answer: Answer?) throws {
    // A client that has disconnected must not end the process.
    signal(SIGPIPE, SIG_IGN)
    let listener = socket(AF_INET, Self.streamType, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let error = withUnsafeMutableBytes(of: &address) { bytes in
      guard let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
        return EINVAL
      }
      let isListening =
        bind(listener, address, size) == 0 && listen(listener, 1) == 0
        && getsockname(listener, address, &size) == 0
      return isListening ? 0 : errno
    }
    guard error == 0,
      let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/path")
    else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EINVAL) }
    self.url = url
    let (events, journal) = AsyncStream.makeStream(of: Event.self)
    self.events = events
    Thread.detachNewThread {
      let connection = accept(listener, nil, nil)
      close(listener)
      Self.serve(connection, answer, journal)
      close(connection)
      journal.finish()
    }
  }

  private static func serve(
    _ connection: Int32, _ answer: Answer?, _ journal: AsyncStream<Event>.Continuation
  ) {
    guard let (line, body) = readRequest(connection) else { return }
    journal.yield(.received(line, body))
    if let answer {
      let text =
        "HTTP/1.1 \(answer.status) -\r\nContent-Type: text/plain; charset=iso-8859-1\r\n"
        + "Content-Length: \(answer.body.utf8.count)\r\nConnection: close\r\n\r\n\(answer.body)"
      var bytes = Array(text.utf8)[...]
      while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        bytes.removeFirst(count)
      }
    } else if readSome(connection).isEmpty {
      journal.yield(.hungUp)
    }
  }

  /// The first line of a request, and its body; `nil` if the client hangs up before it is complete.
  private static func readRequest(_ connection: Int32) -> (line: String, body: String)? {
    var text = ""
    while true {
      if let end = text.range(of: "\r\n\r\n") {
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        let length = lines.lazy.map { $0.lowercased() }
          .first { $0.hasPrefix("content-length: ") }
          .flatMap { Int($0.dropFirst(16)) }
        let body = text[end.upperBound...]
        if body.utf8.count >= length ?? 0 { return (lines[0], String(body)) }
      }
      let more = readSome(connection)
      if more.isEmpty { return nil }
      text += String(decoding: more, as: UTF8.self)
    }
  }

  /// The next bytes; empty when the client hangs up.
  private static func readSome(_ connection: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = max(0, read(connection, buffer.baseAddress, buffer.count))
    }
  }

  private static var streamType: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue)
    #else
      SOCK_STREAM
    #endif
  }
}
