// Errors for tests, which compare by value.

enum TestError: Error, Equatable {
  case first
  case second
  case third
}
