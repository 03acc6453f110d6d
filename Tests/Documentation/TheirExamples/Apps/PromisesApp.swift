// Declarations that the examples for google/promises assume. None of this is run.

import Promises

final class PromisesApp {
  func download() -> Promise<Configuration> { given() }
}

struct Configuration {
  static let builtIn = Configuration(version: 3)

  let version: Int
}

struct ServerIsBusy: Error {}
