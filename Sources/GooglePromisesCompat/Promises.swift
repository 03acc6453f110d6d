// The name of the module that this one stands in for, for code that qualifies names with it.

/// A namespace for names qualified with the module: `Promises.Promise`, `Promises.all`.
public enum Promises {
  /// ``GooglePromisesCompat/Promise``.
  public typealias Promise<Value> = GooglePromisesCompat.Promise<Value>
  /// ``GooglePromisesCompat/PromiseError``.
  public typealias PromiseError = GooglePromisesCompat.PromiseError
  /// ``GooglePromisesCompat/Maybe``.
  public typealias Maybe<Value> = GooglePromisesCompat.Maybe<Value>
}
