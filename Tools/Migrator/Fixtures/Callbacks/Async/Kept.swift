// Functions that get no form.

final class KeptObject {
  var value = 1
}

final class KeptStore {
  func success(
    success: @escaping (Int) -> Void, failure: @escaping (Error) -> Void
  ) { success(1) }
  func first(completion: @escaping (Error?, Int?) -> Void) { completion(nil, 2) }
  func three(completion: @escaping (Int, Int, Int) -> Void) { completion(1, 2, 3) }
  /// Calls that leave the handler out would mean the form.
  func ping(completion: ((Int) -> Void)? = nil) { completion?(4) }
  /// Calls with one closure would mean the form.
  func pull(progress: (Int) -> Void = { _ in }, completion: @escaping (Int) -> Void) {
    progress(1)
    completion(5)
  }
  func object(completion: @escaping (KeptObject) -> Void) { completion(KeptObject()) }
  func anything(completion: @escaping (Any) -> Void) { completion(6) }
  func all(_ numbers: Int..., completion: @escaping (Int) -> Void) { completion(numbers.count) }
  func modern(completion: @escaping (Int) -> Void) async { completion(7) }
  init(completion: @escaping (Int) -> Void) { completion(8) }
  /// No completion handlers.
  func each(_ body: (Int) -> Void) { body(9) }
  func ask(completion: (Int) -> Bool) -> Bool { completion(10) }
}
