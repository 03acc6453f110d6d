// Uploads.swift: many files to upload, one after the other or a few at a time, and how far it is.

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

  /// One after the other, in order. The first failure stops the rest.
  func uploadInOrder(_ files: [String]) -> Promise<Void> {
    start(files)
    return files.reduce(Promise()) { queue, file in
      queue.then {
        self.upload(file)
      }.done { _ in
        self.finished(file, of: files)
      }
    }.finally {
      self.isBusy = false
    }
  }

  /// Three at a time. The receipts are in the order of the files.
  func uploadInParallel(_ files: [String]) -> Promise<[Receipt]> {
    start(files)
    let uploads = files.lazy.map { file in
      PromiseKitCompat.Promise(self.upload(file)).get { _ in self.finished(file, of: files) }.asyncPromise
    }
    return when(fulfilled: uploads.makeIterator(), concurrently: 3).asyncPromise.finally {
      self.isBusy = false
    }
  }

  /// All of them, whatever becomes of the others; then those that failed.
  func uploadWhatGoes(_ files: [String]) -> Guarantee<[String]> {
    start(files)
    return when(resolved: files.map { upload($0) }.map { PromiseKitCompat.Promise($0) }).asyncPromise.map { results in
      self.isBusy = false
      return zip(files, results).filter { !$1.isFulfilled }.map { file, _ in file }
    }
  }

  /// Tells the server when all is over, also after a failure, and waits for that.
  func uploadAndReport(_ files: [String]) -> Promise<Void> {
    PromiseKitCompat.Promise(uploadInOrder(files)).ensureThen {
      PromiseKitCompat.Promise(PromiseKitCompat.Promise(self.server.post("report/\(self.uploaded.count)")).recover { _ in }.asyncPromise)
    }.asyncPromise
  }

  private func start(_ files: [String]) {
    uploaded = []
    isBusy = true
    progressLabel.text = "0 of \(files.count)"
  }

  private func upload(_ file: String) -> Promise<Receipt> {
    PromiseKitCompat.Promise(server.get("upload/\(file)")).compactMap { data in
      Int(String(decoding: data, as: UTF8.self)).map { Receipt(file: file, number: $0) }
    }.asyncPromise
  }

  private func finished(_ file: String, of files: [String]) {
    uploaded.append(file)
    progressLabel.text = "\(uploaded.count) of \(files.count)"
  }
}
