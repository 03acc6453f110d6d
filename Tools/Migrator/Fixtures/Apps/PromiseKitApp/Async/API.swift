// API.swift: wraps the server's callbacks, and declares the app's models.

import Foundation
import AsyncPromises
import PromiseKitCompat
import struct AsyncPromises.Promise
import struct AsyncPromises.Resolver

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
    Promise { seal in get(path, completion: { value, error in
      if let error {
        seal.reject(error)
      } else if let value {
        seal.fulfill(value)
      } else {
        seal.reject(PMKError.invalidCallingConvention)
      }
    }) }
  }

  func post(_ path: String) -> Promise<Void> {
    Promise.wrap { post(path, completion: $0) }
  }

  func get<Model: Decodable & Sendable>(_ type: Model.Type, _ path: String) -> Promise<Model> {
    get(path).decoded(as: type)
  }
}

extension Promise where Value == Data {
  func decoded<Model: Decodable & Sendable>(as type: Model.Type) -> Promise<Model> {
    map { try JSONDecoder().decode(type, from: $0) }
  }
}

extension ServerError: LocalizedError {
  var errorDescription: String? {
    switch self {
    case .status(let code): "The server responded with \(code)."
    }
  }
}
