// The picture of the article on performance: how long each operation takes, beside a peer's.

import Foundation

/// A bar for each ratio, on a logarithmic scale. It goes to the left of the middle if the library
/// is faster than the peer, and to the right if it is slower.
struct Bars {
  struct Bar {
    let what: String
    let peer: String
    /// The time of the library, relative to the peer's.
    let ratio: Double
  }

  /// The colors of a scheme, as style sheets name them.
  static let light = """
    --page: #ffffff; --ink: #1d1d1f; --quiet: #5c5c63; --line: #d2d2d7; --faster: #2a7d3f; \
    --slower: #b8660b
    """
  static let dark = """
    --page: #1d1d1f; --ink: #f5f5f7; --quiet: #a1a1a6; --line: #48484d; --faster: #5cc274; \
    --slower: #f0a044
    """

  private static let (width, left, right, row, top) = (840.0, 390.0, 700.0, 22.0, 74.0)
  /// The ends of the scale; longer bars are cut off there.
  private static let (least, most) = (1.0 / 8, 8.0)

  let bars: [Bar]

  func svg(_ palette: String) -> String {
    let height = Self.top + Double(bars.count) * Self.row + 16
    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(height))" \
      font-family="-apple-system, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="13">
        <style>
          :root { \(palette) }
          .page { fill: var(--page) }
          .ink { fill: var(--ink) }
          .quiet { fill: var(--quiet) }
          .line { stroke: var(--line) }
          .faster { fill: var(--faster) }
          .slower { fill: var(--slower) }
        </style>
        <rect class="page" width="\(Int(Self.width))" height="\(Int(height))" rx="14"/>
      """,
      text("Time, relative to a peer", x: 20, y: 30, "ink", "font-size=\"17\""),
      text("to the left: faster", x: 820, y: 30, "quiet", "text-anchor=\"end\""),
    ]
    for tick in [0.125, 0.25, 0.5, 1, 2, 4, 8] {
      let x = Self.position(tick)
      let width = tick == 1 ? 2 : 1
      parts += [
        """
          <line x1="\(Self.number(x))" x2="\(Self.number(x))" y1="\(Self.number(Self.top - 8))" \
        y2="\(Self.number(height - 14))" stroke-width="\(width)" \
        class="line"/>
        """,
        text(
          tick < 1 ? "1/\(Int(1 / tick))" : "\(Int(tick))", x: x, y: Self.top - 14, "quiet",
          "text-anchor=\"middle\" font-size=\"11\""),
      ]
    }
    var what = ""
    for (index, bar) in bars.enumerated() {
      let y = Self.top + Double(index) * Self.row
      let (middle, end) = (Self.position(1), Self.position(bar.ratio))
      let side = bar.ratio < 1 ? "faster" : "slower"
      if bar.what != what {
        parts.append(text(bar.what, x: 20, y: y + 15, "ink"))
        what = bar.what
      }
      parts += [
        text(bar.peer, x: Self.left - 12, y: y + 15, "quiet", "text-anchor=\"end\""),
        """
          <rect x="\(Self.number(min(middle, end)))" y="\(Self.number(y + 4))" \
        width="\(Self.number(max(abs(end - middle), 1)))" height="14" rx="2" class="\(side)"/>
        """,
        text(
          String(format: bar.ratio < 10 ? "%.2f" : "%.0f", bar.ratio) + " ×", x: 820, y: y + 15,
          side, "text-anchor=\"end\""),
      ]
    }
    return parts.joined(separator: "\n") + "\n</svg>\n"
  }

  private func text(
    _ text: String, x: Double, y: Double, _ style: String, _ attributes: String = ""
  ) -> String {
    let escaped = text.replacing("`", with: "").replacing("&", with: "&amp;")
      .replacing("<", with: "&lt;")
    return """
        <text x="\(Self.number(x))" y="\(Self.number(y))" class="\(style)" \
      \(attributes)>\(escaped)</text>
      """
  }

  private static func position(_ ratio: Double) -> Double {
    let part = log(min(max(ratio, least), most) / least) / log(most / least)
    return left + part * (right - left)
  }

  private static func number(_ value: Double) -> String { String(format: "%.1f", value) }
}
