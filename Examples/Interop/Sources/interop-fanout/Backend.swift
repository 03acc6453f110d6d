// A server process, and the client for it.

import AsyncPromises
import Foundation
import HTTPInterop
import NIOCore

struct Backend: Sendable {
  struct NoPort: Error {}

  let name: String
  let client: Client
  private let process: Process

  /// Starts this program again as a server, and waits until it listens.
  static func start(_ name: String, on group: any EventLoopGroup) throws -> Backend {
    let (process, output) = (Process(), Pipe())
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["serve", name]
    // The server ends when this program does.
    process.standardInput = Pipe()
    process.standardOutput = output
    try process.run()
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw NoPort() }
      line += more
    }
    guard let port = Int(String(decoding: line.dropLast(), as: UTF8.self)) else { throw NoPort() }
    let address = try SocketAddress(ipAddress: "127.0.0.1", port: port)
    return Backend(name: name, client: Client(to: address, on: group), process: process)
  }

  /// Terminates the process immediately, whatever it is doing.
  func stop() {
    process.terminate()
    process.waitUntilExit()
  }
}
