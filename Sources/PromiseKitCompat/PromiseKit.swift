// The original module's name, for code that qualifies names with it.

/// A namespace for module-qualified names, such as `PromiseKit.Promise` and `PromiseKit.conf`.
public enum PromiseKit {
  /// ``PromiseKitCompat/CancellableError``.
  public typealias CancellableError = PromiseKitCompat.CancellableError
  /// ``PromiseKitCompat/CatchMixin``.
  public typealias CatchMixin = PromiseKitCompat.CatchMixin
  /// ``PromiseKitCompat/CatchPolicy``.
  public typealias CatchPolicy = PromiseKitCompat.CatchPolicy
  /// ``PromiseKitCompat/Guarantee``.
  public typealias Guarantee<T> = PromiseKitCompat.Guarantee<T>
  /// ``PromiseKitCompat/LogEvent``.
  public typealias LogEvent = PromiseKitCompat.LogEvent
  /// ``PromiseKitCompat/PMKConfiguration``.
  public typealias PMKConfiguration = PromiseKitCompat.PMKConfiguration
  /// ``PromiseKitCompat/PMKError``.
  public typealias PMKError = PromiseKitCompat.PMKError
  /// ``PromiseKitCompat/PMKFinalizer``.
  public typealias PMKFinalizer = PromiseKitCompat.PMKFinalizer
  /// ``PromiseKitCompat/PMKNamespacer``.
  public typealias PMKNamespacer = PromiseKitCompat.PMKNamespacer
  /// ``PromiseKitCompat/Promise``.
  public typealias Promise<T> = PromiseKitCompat.Promise<T>
  /// ``PromiseKitCompat/Resolver``.
  public typealias Resolver<T> = PromiseKitCompat.Resolver<T>
  /// ``PromiseKitCompat/Result``.
  public typealias Result<T> = PromiseKitCompat.Result<T>
  /// ``PromiseKitCompat/Thenable``.
  public typealias Thenable = PromiseKitCompat.Thenable

  /// The process's configuration.
  public static var conf: PMKConfiguration {
    get { PromiseKitCompat.conf }
    set { PromiseKitCompat.conf = newValue }
  }
}
