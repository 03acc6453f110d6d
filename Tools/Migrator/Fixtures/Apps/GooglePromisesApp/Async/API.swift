// API.swift: wraps the server's callbacks, and declares the app's models.

import Foundation
import AsyncPromises

struct Session: Codable, Equatable, Sendable {
  let token: String
  let userID: Int
}

struct User: Codable, Equatable, Sendable {
  let id: Int
  let name: String
  var avatar: String?
}

extension Server {
  func get(_ path: String) async throws -> Data {
    try await Promise.fulfilled.then { Promise<Data> { resolver in
      self.get(path) { data, error in
        if let data { resolver.fulfill(data) } else { resolver.reject(error ?? ServerError.status(0)) }
      }
    } }.get()
  }

  func get<Model: Decodable & Sendable>(_ type: Model.Type, _ path: String) -> Promise<Model> {
    Promise.immediate { try await get(path) }.map { try JSONDecoder().decode(type, from: $0) }
  }

  func text(_ path: String) -> Promise<String> {
    Promise.immediate { try await get(path) }.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Device {
  /// The callback receives a value or an error: `wrap` supports that.
  func charge() -> Promise<Int?> {
    Promise.fulfilled.then { @MainActor in Promise<Int?> { resolver in self.charge({ @Sendable value, error in if let error { resolver.reject(error) } else { resolver.fulfill(value) } }) } }
  }
}

extension ServerError: LocalizedError {
  var errorDescription: String? {
    switch self {
    case .status(let code): "The server responded with \(code)."
    }
  }
}
