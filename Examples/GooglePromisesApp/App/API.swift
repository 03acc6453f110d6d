// API.swift: wraps the server's callbacks, and declares the app's models.

import Foundation
import GooglePromisesCompat

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
  func get(_ path: String) -> Promise<Data> {
    Promise<Data>(on: .global()) { fulfill, reject in
      self.get(path) { data, error in
        if let data { fulfill(data) } else { reject(error ?? ServerError.status(0)) }
      }
    }
  }

  func get<Model: Decodable>(_ type: Model.Type, _ path: String) -> Promise<Model> {
    get(path).then(on: .global()) { try JSONDecoder().decode(type, from: $0) }
  }

  func text(_ path: String) -> Promise<String> {
    get(path).then(on: .global()) { String(decoding: $0, as: UTF8.self) }
  }
}

extension Device {
  /// The callback receives a value or an error: `wrap` supports that.
  func charge() -> Promise<Int?> {
    wrap { handler in self.charge(handler) }
  }
}

extension ServerError: LocalizedError {
  var errorDescription: String? {
    switch self {
    case .status(let code): "The server responded with \(code)."
    }
  }
}
