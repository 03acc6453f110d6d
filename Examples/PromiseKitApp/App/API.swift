// API.swift: wraps the server's callbacks, and declares the app's models.

import Foundation
import PromiseKitCompat

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
    Promise { seal in get(path, completion: seal.resolve) }
  }

  func post(_ path: String) -> Promise<Void> {
    Promise { seal in post(path, completion: seal.resolve) }
  }

  func get<Model: Decodable>(_ type: Model.Type, _ path: String) -> Promise<Model> {
    get(path).decoded(as: type)
  }
}

extension Promise where T == Data {
  func decoded<Model: Decodable>(as type: Model.Type) -> Promise<Model> {
    map(on: .global()) { try JSONDecoder().decode(type, from: $0) }
  }
}

extension ServerError: LocalizedError {
  var errorDescription: String? {
    switch self {
    case .status(let code): "The server responded with \(code)."
    }
  }
}
