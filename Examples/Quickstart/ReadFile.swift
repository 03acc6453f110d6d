// Callbacks in: what DispatchIO tells its handlers becomes promises.

import AsyncPromises
import Dispatch
import Foundation

/// A file that is open, to be read from beginning to end.
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

  /// Fulfilled with the next part of the file, with an empty one at its end.
  ///
  /// One part at a time, so that a large file takes no more memory than a small one.
  func next(atMost length: Int = 1 << 20) -> Promise<Data> {
    Promise { resolver in
      // Whoever cancels the promise stops the reading. What the handler says then is too late.
      resolver.onCancel { channel.close(flags: .stop) }

      // Not one callback but several: each brings a chunk, the last an error code as well. They
      // may share `part` because the queue is serial.
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

/// The system's reason why a file can't be read, such as "Permission denied".
struct FileError: Error, CustomStringConvertible {
  let code: Int32

  /// Whether the same call may succeed a moment later.
  var isTransient: Bool { [EINTR, EAGAIN].contains(code) }

  var description: String { String(cString: strerror(code)) }
}
