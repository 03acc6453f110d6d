// Errors for tests, comparable by value.

enum TestError: Error, Equatable {
  case first
  case second
  case third
}
