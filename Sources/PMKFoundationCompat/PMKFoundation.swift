// The name of the module that this one stands in for, for code that qualifies names with it.

/// A namespace for names qualified with the module, as in a file that also imports Alamofire:
/// `PMKFoundation.URLRequestConvertible`.
public enum PMKFoundation {
  /// ``PMKFoundationCompat/PMKHTTPError``.
  public typealias PMKHTTPError = PMKFoundationCompat.PMKHTTPError
  /// ``PMKFoundationCompat/URLRequestConvertible``.
  public typealias URLRequestConvertible = PMKFoundationCompat.URLRequestConvertible
}
