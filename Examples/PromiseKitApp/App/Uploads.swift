// Uploads.swift: uploads many files, in order or a few at a time, and shows the progress.

import Foundation
import PromiseKitCompat

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
    return files.reduce(Promise()) { queue, file in
      queue.then {
        self.upload(file)
      }.done { _ in
        self.finished(file, of: files)
      }
    }.ensure {
      self.isBusy = false
    }
  }

  /// Uploads three files at a time. The receipts are in the order of the files.
  func uploadInParallel(_ files: [String]) -> Promise<[Receipt]> {
    start(files)
    let uploads = files.lazy.map { file in
      self.upload(file).get { _ in self.finished(file, of: files) }
    }
    return firstly {
      when(fulfilled: uploads.makeIterator(), concurrently: 3)
    }.ensure {
      self.isBusy = false
    }
  }

  /// Uploads all files, even if some fail. Returns the failures.
  func uploadWhatGoes(_ files: [String]) -> Guarantee<[String]> {
    start(files)
    return when(resolved: files.map { upload($0) }).map { results in
      self.isBusy = false
      return zip(files, results).filter { !$1.isFulfilled }.map { file, _ in file }
    }
  }

  /// Reports to the server at the end, even after a failure, and waits for its answer.
  func uploadAndReport(_ files: [String]) -> Promise<Void> {
    uploadInOrder(files).ensureThen {
      self.server.post("report/\(self.uploaded.count)").recover { _ in }
    }
  }

  private func start(_ files: [String]) {
    uploaded = []
    isBusy = true
    progressLabel.text = "0 of \(files.count)"
  }

  private func upload(_ file: String) -> Promise<Receipt> {
    server.get("upload/\(file)").compactMap { data in
      Int(String(decoding: data, as: UTF8.self)).map { Receipt(file: file, number: $0) }
    }
  }

  private func finished(_ file: String, of files: [String]) {
    uploaded.append(file)
    progressLabel.text = "\(uploaded.count) of \(files.count)"
  }
}
