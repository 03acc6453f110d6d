// Which types are on the main actor because of their superclasses or protocols.

import SwiftSyntax

enum MainActorTypes {
  /// Marks the types that inherit from a class or conform to a protocol that is on the main actor.
  static func mark(_ types: inout [String: [TableEntry<TypeDeclaration>]]) {
    // Each round reaches one more level of inheritance.
    while true {
      var found: [(String, Int)] = []
      for (path, entries) in types {
        guard let own = entries.first(where: { !$0.content.isExtension })?.content else { continue }
        for (index, entry) in entries.enumerated() where !entry.content.isExtension {
          guard !entry.content.isMainActor, !entry.content.isOnOtherActor else { continue }
          // Conformances in other files don't count.
          let declarations = entries.map(\.content).filter {
            !$0.isExtension || $0.context.file === own.context.file
          }
          let isMarked = declarations.contains { declaration in
            declaration.inherited.contains {
              inheritsMainActor($0.nameWithoutArguments, declaration, types)
            }
          }
          if isMarked { found.append((path, index)) }
        }
      }
      if found.isEmpty { return }
      for (path, index) in found { types[path]?[index].content.isMainActor = true }
    }
  }

  private static func inheritsMainActor(
    _ name: String, _ type: TypeDeclaration, _ types: [String: [TableEntry<TypeDeclaration>]]
  ) -> Bool {
    for count in (0...type.context.path.count).reversed() {
      let path = (type.context.path.prefix(count) + [name]).joined(separator: ".")
      let declared = types[path]?.filter { !$0.content.isExtension } ?? []
      if !declared.isEmpty { return declared.allSatisfy { $0.content.isMainActor } }
    }
    return isFrameworks(name, isClass: type.isClass)
  }

  /// Whether a type that the sources don't declare is one of Apple's main-actor types, or a view
  /// or controller of another module, which must inherit from one of them.
  private static func isFrameworks(_ name: String, isClass: Bool) -> Bool {
    if known.contains(name) { return true }
    guard isClass else { return false }
    return suffixes.contains { name.hasSuffix($0) }
  }

  private static let suffixes = [
    "ViewController", "TableViewCell", "CollectionViewCell", "NavigationController",
  ]

  private static let known: Set<String> = [
    "UIResponder", "UIApplication", "UIWindow", "UIView", "UIControl", "UIButton", "UILabel",
    "UIImageView", "UIScrollView", "UIStackView", "UITableView", "UITableViewCell",
    "UITableViewHeaderFooterView", "UICollectionView", "UICollectionViewCell",
    "UICollectionReusableView", "UICollectionViewLayout", "UITextField", "UITextView",
    "UISearchBar", "UIToolbar", "UINavigationBar", "UITabBar", "UITabBarController",
    "UISplitViewController", "UIAlertController", "UIActivity", "UIDocument", "UIBarButtonItem",
    "UIGestureRecognizer", "UIPresentationController", "UIApplicationDelegate", "UISceneDelegate",
    "UIWindowSceneDelegate", "UITableViewDataSource", "UITableViewDelegate",
    "UICollectionViewDataSource", "UICollectionViewDelegate", "UIScrollViewDelegate",
    "UITextFieldDelegate", "UITextViewDelegate", "UISearchBarDelegate", "UISearchResultsUpdating",
    "UINavigationControllerDelegate", "UIImagePickerControllerDelegate",
    "UIPopoverPresentationControllerDelegate", "NSApplication", "NSApplicationDelegate",
    "NSResponder", "NSView", "NSWindow", "NSWindowController", "NSViewController", "NSControl",
    "NSWindowDelegate", "NSMenuDelegate", "WKInterfaceController", "WKExtensionDelegate",
    "XCUIApplication", "UIViewRepresentable", "UIViewControllerRepresentable",
    "NSViewRepresentable",
  ]
}
