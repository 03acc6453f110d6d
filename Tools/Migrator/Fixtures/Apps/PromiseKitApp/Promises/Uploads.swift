// Uploads.swift: uploads many files, in order or a few at a time, and shows the progress.

import Foundation
import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

struct Receipt: Equatable, Sendable {
  let file: String
  let number: Int
}

@MainActor
final class UploadQueue {
  let progressLabel = Label()
  private(set) var uploaded: [String] = []
  private(set) var isBusy = false

  private let server: Server

  init(server: Server) {
    self.server = server
  }

  /// Uploads in order. Stops at the first failure.
  func uploadInOrder(_ files: [String]) -> Promise<Void> {
    start(files)
    return files.reduce(Promise.fulfilled(())) { queue, file in
      queue.then {
        self.upload(file)
      }.done { _ in
        self.finished(file, of: files)
      }
    }.finally {
      self.isBusy = false
    }
  }

  /// Uploads three files at a time. The receipts are in the order of the files.
  func uploadInParallel(_ files: [String]) -> Promise<[Receipt]> {
    start(files)
    let uploads = files.lazy.map { file in
      self.upload(file).map { value in
        self.finished(file, of: files)
        return value
      }
    }
    return when(fulfilled: uploads.map { PromiseKitCompat.Promise($0) }.makeIterator(), concurrently: 3).asyncPromise.finally {
      self.isBusy = false
    }
  }

  /// Uploads all files, even if some fail. Returns the failures.
  func uploadWhatGoes(_ files: [String]) -> Promise<[String]> {
    start(files)
    return Promise.allSettled(files.map { upload($0) }).map { results in
      self.isBusy = false
      return zip(files, results).filter { !((try? $1.get()) != nil) }.map { file, _ in file }
    }
  }

  /// Reports to the server at the end, even after a failure, and waits for that.
  func uploadAndReport(_ files: [String]) -> Promise<Void> {
    uploadInOrder(files).map { Swift.Result<_, any Error>.success($0) }
    .recover { .failure($0) }.then { outcome in
      self.server.post("report/\(self.uploaded.count)").recover { _ in }.map { try outcome.get() }
    }
  }

  private func start(_ files: [String]) {
    uploaded = []
    isBusy = true
    progressLabel.text = "0 of \(files.count)"
  }

  private func upload(_ file: String) -> Promise<Receipt> {
    server.get("upload/\(file)").map { data in
      guard let value = (Int(String(decoding: data, as: UTF8.self)).map { Receipt(file: file, number: $0) }) else {
        throw PMKError.compactMap(data, Receipt.self)
      }
      return value
    }
  }

  private func finished(_ file: String, of files: [String]) {
    uploaded.append(file)
    progressLabel.text = "\(uploaded.count) of \(files.count)"
  }
}
