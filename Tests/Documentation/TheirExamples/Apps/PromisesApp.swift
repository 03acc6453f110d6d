// What the examples in the words of google's Promises take for granted. None of it is run.

import Promises

final class PromisesApp {
  func download() -> Promise<Configuration> { given() }
}

struct Configuration {
  static let builtIn = Configuration(version: 3)

  let version: Int
}

struct ServerIsBusy: Error {}
