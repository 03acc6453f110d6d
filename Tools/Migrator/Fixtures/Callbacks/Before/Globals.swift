/// A number that nobody else has.
func globalNumber(completion: @escaping (Int) -> Void) { completion(42) }

private func globalSecret(_ text: String, completion: @escaping (String) -> Void) {
  completion(text + "?")
}

#if DEBUG
  func globalMode(completion: @escaping (String) -> Void) {
    completion("debug")
  }
#else
  func globalMode(completion: @escaping (String) -> Void) {
    completion("release")
  }
#endif

enum Global {
  fileprivate static func hidden(completion: @escaping (Int) -> Void) { completion(1) }
  static func shown(completion: @escaping (Int) -> Void) {
    hidden { number in
      globalSecret("\(number)") { completion($0.count) }
    }
  }
}
