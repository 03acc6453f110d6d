// Apple's objects that a program extends and doesn't make.

import SwiftSyntax

extension MemberAccessExprSyntax {
  private static let types: [String: Set<String>] = [
    "current": ["Calendar", "Locale", "RunLoop", "Thread", "TimeZone", "UIDevice"],
    "default": ["FileManager", "NotificationCenter", "WCSession"],
    "general": ["NSPasteboard", "UIPasteboard"],
    "main": [
      "Bundle", "DispatchQueue", "OperationQueue", "RunLoop", "Thread", "UIScreen",
    ],
    "processInfo": ["ProcessInfo"],
    "shared": [
      "HTTPCookieStorage", "NSApplication", "NSWorkspace", "UIApplication", "URLCache",
      "URLCredentialStorage", "URLSession",
    ],
    "standard": ["UserDefaults"],
  ]

  /// `NotificationCenter` for `NotificationCenter.default`.
  var sharedObject: String? {
    guard let type = base?.as(DeclReferenceExprSyntax.self)?.baseName.text,
      Self.types[declName.baseName.text]?.contains(type) == true
    else { return nil }
    return type
  }
}
