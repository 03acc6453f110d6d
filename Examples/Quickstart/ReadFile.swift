// Callbacks: turns DispatchIO's callbacks into promises.

import AsyncPromises
import Dispatch
import Foundation

/// An open file, to be read from start to end.
struct FileReader: Sendable {
  private let queue: DispatchQueue
  private let channel: DispatchIO

  init(_ file: URL) throws {
    let descriptor = open(file.path, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError(code: errno) }
    queue = DispatchQueue(label: file.path)
    channel = DispatchIO(type: .stream, fileDescriptor: descriptor, queue: queue) { _ in
      Foundation.close(descriptor)
    }
  }

  /// Returns a promise for the next part of the file, which is empty at the end.
  ///
  /// Reads one part at a time, so that a large file takes no more memory than a small one.
  func next(atMost length: Int = 1 << 20) -> Promise<Data> {
    Promise { resolver in
      // Cancelling the promise stops the reading. Later calls to the handler have no effect.
      resolver.onCancel { channel.close(flags: .stop) }

      // The handler is called several times: each call may deliver a chunk, and the last one
      // delivers the error code. The calls can share `part` because the queue is serial.
      var part = Data()
      channel.read(offset: 0, length: length, queue: queue) { isDone, chunk, code in
        if let chunk { part.append(contentsOf: chunk) }
        guard isDone else { return }
        if code == 0 {
          resolver.fulfill(part)
        } else {
          resolver.reject(FileError(code: code))
        }
      }
    }
  }

  func close() {
    channel.close()
  }
}

/// Why the system can't read a file, such as "Permission denied".
struct FileError: Error, CustomStringConvertible {
  let code: Int32

  /// Whether the same call may succeed later.
  var isTransient: Bool { [EINTR, EAGAIN].contains(code) }

  var description: String { String(cString: strerror(code)) }
}
