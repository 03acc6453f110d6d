// Declarations that the examples for BoltsSwift assume. None of this is run.

import BoltsSwift

final class BoltsSwiftApp {
  struct Store {
    func upload(_ photo: String) -> Task<String> { given() }
    func album(_ photos: [String]) -> Task<String> { given() }
  }

  let store = Store()
  var status = ""
}
