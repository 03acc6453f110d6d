// 4. Only promises.

import AsyncPromises

extension Library {
  func countByPromises(_ title: String) -> Promise<Int> {
    load(title).map { countWords($0) }
  }
}
