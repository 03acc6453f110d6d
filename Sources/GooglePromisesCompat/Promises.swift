// The original module's name, for code that qualifies names with it.

/// A namespace for module-qualified names, such as `Promises.Promise` and `Promises.all`.
public enum Promises {
  /// ``GooglePromisesCompat/Promise``.
  public typealias Promise<Value> = GooglePromisesCompat.Promise<Value>
  /// ``GooglePromisesCompat/PromiseError``.
  public typealias PromiseError = GooglePromisesCompat.PromiseError
  /// ``GooglePromisesCompat/Maybe``.
  public typealias Maybe<Value> = GooglePromisesCompat.Maybe<Value>
}
