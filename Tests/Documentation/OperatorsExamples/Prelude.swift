// Declarations that the examples of the operators assume. None of this is run.

import AsyncPromises
import PromiseOperators

/// A placeholder for any value of an app.
func given<T>() -> T {
  fatalError("Examples are compiled but never run.")
}

struct User: Sendable {}
struct Avatar: Sendable {}
struct Page: Sendable {}
typealias Posts = [String]

struct Images: Sendable {
  func load(_ user: User) -> Promise<Avatar> { given() }
}

struct Client: Sendable {
  func load(
    _ url: String, completion: @escaping @Sendable (Result<Avatar, any Error>) -> Void
  ) {}
}

func show(_ avatar: Result<Avatar, any Error>) {}
func show(_ profile: Result<(Avatar, Posts), any Error>) {}

let findUser: AsyncFunction<String, User> = given()
let loadAvatar: AsyncFunction<User, Avatar> = given()
let loadPosts: AsyncFunction<User, Posts> = given()
let render: AsyncFunction<(Avatar, Posts), Page> = given()
let images: Images = given()
let client: Client = given()
