// The original module's name, for code that qualifies names with it.

/// A namespace for module-qualified names, such as `PMKFoundation.URLRequestConvertible` in a file
/// that also imports Alamofire.
public enum PMKFoundation {
  /// ``PMKFoundationCompat/PMKHTTPError``.
  public typealias PMKHTTPError = PMKFoundationCompat.PMKHTTPError
  /// ``PMKFoundationCompat/URLRequestConvertible``.
  public typealias URLRequestConvertible = PMKFoundationCompat.URLRequestConvertible
}
