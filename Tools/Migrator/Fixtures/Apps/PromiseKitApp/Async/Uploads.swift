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
  func uploadInOrder(_ files: [String]) async throws {
    start(files)
    defer {
      self.isBusy = false
    }
    try await files.reduce(Promise.fulfilled(())) { queue, file in
      queue.then {
        Promise.immediate { try await self.upload(file) }
      }.done { _ in
        self.finished(file, of: files)
      }
    }.get()
  }

  /// Uploads three files at a time. The receipts are in the order of the files.
  func uploadInParallel(_ files: [String]) async throws -> [Receipt] {
    start(files)
    let uploads = files.lazy.map { file in
      Promise.immediate { try await self.upload(file) }.map { value in
        self.finished(file, of: files)
        return value
      }
    }
    defer {
      self.isBusy = false
    }
    return try await when(fulfilled: uploads.map { PromiseKitCompat.Promise($0) }.makeIterator(), concurrently: 3).asyncPromise.get()
  }

  /// Uploads all files, even if some fail. Returns the failures.
  func uploadWhatGoes(_ files: [String]) async throws -> [String] {
    start(files)
    let results = try await Promise.allSettled(
      files.map { Promise.immediate { [value = $0] in try await upload(value) } }
    ).get()
    self.isBusy = false
    return zip(files, results).filter { !((try? $1.get()) != nil) }.map { file, _ in file }
  }

  /// Reports to the server at the end, even after a failure, and waits for that.
  func uploadAndReport(_ files: [String]) async throws {
    let outcome = try await Promise.immediate { try await uploadInOrder(files) }.map { Swift.Result<_, any Error>.success($0) }
    .recover { .failure($0) }.get()
    do {
      try await self.server.post("report/\(self.uploaded.count)").get()
    } catch {
      try Task.checkCancellation()
    }
    try outcome.get()
  }

  private func start(_ files: [String]) {
    uploaded = []
    isBusy = true
    progressLabel.text = "0 of \(files.count)"
  }

  private func upload(_ file: String) async throws -> Receipt {
    let data = try await server.get("upload/\(file)").get()
    guard let value = (Int(String(decoding: data, as: UTF8.self)).map { Receipt(file: file, number: $0) }) else {
      throw PMKError.compactMap(data, Receipt.self)
    }
    return value
  }

  private func finished(_ file: String, of files: [String]) {
    uploaded.append(file)
    progressLabel.text = "\(uploaded.count) of \(files.count)"
  }
}
