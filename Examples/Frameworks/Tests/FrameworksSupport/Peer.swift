// The other end of a connection, as bytes: a client that leaves, a server that trickles.

import AsyncPromises
import Foundation

/// One end of a connection on loopback.
public final class Peer: Sendable {
  private let socket: Int32

  fileprivate init(_ socket: Int32) {
    self.socket = socket
  }

  deinit {
    Foundation.close(socket)
  }

  /// Connects to a port of this machine.
  public init(to port: Int) throws {
    socket = try newSocket()
    try withAddress(port) { try check(connect(socket, $0, $1)) }
  }

  /// Sends bytes, unless the other end is gone.
  public func send(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, 0) }
  }

  /// The next bytes that arrive: at least one, or none if the other end has closed or reset.
  public func receive() -> Promise<String> {
    onThread { [self] in
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = bytes.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
  }

  /// All bytes until the other end closes.
  public nonisolated(nonsending) func receiveAll() async throws -> String {
    var text = ""
    while case let next = try await receive().value, next != "" { text += next }
    return text
  }

  /// Sends no more, but still receives.
  public func halfClose() {
    shutdown(socket, Int32(SHUT_WR))
  }

  /// Leaves.
  public func close() {
    shutdown(socket, Int32(SHUT_RDWR))
  }
}

/// A server whose connections are peers.
public final class Listener: Sendable {
  private let socket: Int32
  /// The port of this machine that it listens on.
  public let port: Int

  /// Starts to listen on a free port.
  public init() throws {
    let new = try newSocket()
    try withAddress(0) { try check(bind(new, $0, $1)) }
    try check(listen(new, 8))
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutableBytes(of: &address) {
      getsockname(new, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
    }
    try check(result)
    socket = new
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit {
    close(socket)
  }

  /// The next connection.
  public func accept() -> Promise<Peer> {
    onThread { [self] in
      let peer = Foundation.accept(socket, nil, nil)
      try check(peer)
      return Peer(peer)
    }
  }
}

private func newSocket() throws -> Int32 {
  signal(SIGPIPE, SIG_IGN)
  #if canImport(Glibc)
    let stream = Int32(SOCK_STREAM.rawValue)
  #else
    let stream = SOCK_STREAM
  #endif
  let new = socket(AF_INET, stream, 0)
  try check(new)
  return new
}

private func withAddress(
  _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Void
) throws {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = UInt16(port).bigEndian
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  try withUnsafePointer(to: &address) { address in
    try address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      try body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}

private func check(_ result: Int32) throws {
  if result < 0 { throw CocoaError(.fileReadUnknown) }
}
