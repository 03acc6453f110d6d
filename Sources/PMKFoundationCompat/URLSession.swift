// Promises for requests.

import Foundation
import PromiseKitCompat

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A type that can be converted to a request: `URL`, `URLRequest`, or your own.
public protocol URLRequestConvertible {
  /// The request to send.
  var pmkRequest: URLRequest { get }
}

extension URLRequest: URLRequestConvertible {
  /// The request itself.
  public var pmkRequest: URLRequest { self }
}

extension URL: URLRequestConvertible {
  /// A GET request for the URL.
  public var pmkRequest: URLRequest { URLRequest(url: self) }
}

extension URLSession {
  /// Sends a request, and returns a promise for the response and its body, whatever the status
  /// code.
  ///
  /// The promise is rejected with the task's error. Cancelling the promise cancels the task.
  public func dataTask(
    _: PMKNamespacer, with request: any URLRequestConvertible,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(data: Data, response: URLResponse)> {
    send(fileID, line) { dataTask(with: request.pmkRequest, completionHandler: $0) }
  }

  /// Sends a request with `data` as its body, and returns a promise for the response and its body.
  ///
  /// The promise is rejected with the task's error. Cancelling the promise cancels the task.
  public func uploadTask(
    _: PMKNamespacer, with request: any URLRequestConvertible, from data: Data,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(data: Data, response: URLResponse)> {
    send(fileID, line) { uploadTask(with: request.pmkRequest, from: data, completionHandler: $0) }
  }

  /// Sends a request with the contents of `file` as its body, and returns a promise for the
  /// response and its body.
  ///
  /// The promise is rejected with the task's error. Cancelling the promise cancels the task.
  public func uploadTask(
    _: PMKNamespacer, with request: any URLRequestConvertible, fromFile file: URL,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(data: Data, response: URLResponse)> {
    send(fileID, line) {
      uploadTask(with: request.pmkRequest, fromFile: file, completionHandler: $0)
    }
  }

  /// Downloads the response to a file, and returns a promise that is fulfilled when the file has
  /// been moved to `saveLocation`.
  ///
  /// The directory of `saveLocation` must exist, and the file must not exist yet.
  ///
  /// The promise is rejected with the error of the task or the move. Cancelling the promise cancels
  /// the task.
  public func downloadTask(
    _: PMKNamespacer, with request: any URLRequestConvertible, to saveLocation: URL,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Promise<(saveLocation: URL, response: URLResponse)> {
    start(fileID, line) {
      downloadTask(with: request.pmkRequest, completionHandler: $0)
    } finish: {
      try FileManager.default.moveItem(at: $0, to: saveLocation)
      return (saveLocation: saveLocation, response: $1)
    }
  }

  /// Starts a task whose completion handler receives a response body.
  private func send(
    _ fileID: StaticString, _ line: UInt,
    _ makeTask: (@escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void) -> URLSessionTask
  ) -> Promise<(data: Data, response: URLResponse)> {
    start(fileID, line, makeTask) { (data: $0, response: $1) }
  }

  /// Starts the task that `makeTask` returns; its completion handler settles the promise.
  private func start<Item: Sendable, Value: Sendable>(
    _ fileID: StaticString, _ line: UInt,
    _ makeTask: (@escaping @Sendable (Item?, URLResponse?, (any Error)?) -> Void) -> URLSessionTask,
    finish: @escaping @Sendable (Item, URLResponse) throws -> Value
  ) -> Promise<Value> {
    cancellablePromise(fileID, line) { seal in
      let task = makeTask { item, response, error in
        do {
          if let error { throw error }
          guard let item, let response else { throw PMKError.invalidCallingConvention }
          seal.fulfill(try finish(item, response))
        } catch {
          seal.reject(error)
        }
      }
      task.resume()
      return { task.cancel() }
    }
  }
}
