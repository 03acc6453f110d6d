// Text of the user's in the pictures.

extension String {
  /// The text on one line of another language, with a code for anything except letters, digits and
  /// spaces. A long text is cut off.
  ///
  /// - Parameters:
  ///   - kept: further characters to keep as they are.
  ///   - code: returns what stands for any other character.
  func escaped(keeping kept: String, _ code: (Unicode.Scalar) -> String) -> String {
    let isLong = unicodeScalars.count > 80
    let words = unicodeScalars.prefix(isLong ? 79 : 80).map { scalar in
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber:
        return String(scalar)
      case .control, .lineSeparator, .paragraphSeparator: return " "
      default:
        let isPlain = scalar == " " || kept.unicodeScalars.contains(scalar)
        return isPlain ? String(scalar) : code(scalar)
      }
    }
    return words.joined() + (isLong ? "…" : "")
  }
}
