// Tests the checker with bad links of every kind.

import Foundation

/// A good page, and lines with one problem each.
enum SelfTest {
  private static let own = Repository.address

  private static let files = [
    "Guide/Page.md": "# A page\n\n## What's *new*, in `map(_:)`?\n\n## Twice\n\n## Twice\n",
    "Guide/picture.svg": "",
    "Guide/Guide.docc/picture.svg": "",
    "Sources/Code.swift": "",
    "README.md": "# Home\n",
  ]

  private static let good = """
    # Good

    [here](#good), [there](Page.md#whats-new-in-map_), [again](Page.md#twice-1), [up](../README.md),
    [folder](../Sources), [line](../Sources/Code.swift#L3), [a name][page], [page][], [page],
    [address](https://example.com/a?b=c#d), <https://example.com>, https://example.com/bare
    [own](\(own)blob/main/Guide/Page.md#a-page), [tree](\(own)tree/main/Sources), ![](picture.svg)
    `[code](Nowhere.md)`, `<doc:Page>`, <img src="picture.svg">, a [bracket] of its own

    ```swift
    [code](Nowhere.md) ``Symbol`` [text][nowhere]
    ```

    [page]: Page.md

    """

  private static let goodArticle = """
    # Good

    [words](doc:Page), [`map(_:)`](doc:Promise/map(fileID:line:_:)-4fk2), ``Promise/get()``,
    ![a picture](picture.svg)

    ## Topics

    - <doc:Page>
    - ``Promise/map(fileID:line:_:)-4fk2``

    """

  private static let badInArticles = [
    ("<doc:Page>", "only docc understands"),
    ("``Promise/map(fileID:line:_:)``", "only docc understands"),
    ("``Promise/map(_:)-4fk2``", "only docc understands"),
    ("``/Module``", "only docc understands"),
    ("[text](Nowhere.md)", "leads to no tracked file"),
  ]

  private static let bad = [
    ("[text](Nowhere.md)", "leads to no tracked file"),
    ("[text](page.md)", "differs in case"),
    ("[text](../sources)", "differs in case"),
    ("[text](../../Other/README.md)", "leaves the repository"),
    ("[text](/README.md)", "starts at the root"),
    ("[text](#nowhere)", "no such anchor"),
    ("[text](#Good)", "no such anchor"),
    ("[text](Page.md#twice-2)", "no such anchor"),
    ("[text](../Sources/Code.swift#code)", "no such anchor"),
    ("[text](../Sources#code)", "anchor in a folder"),
    ("[text][nowhere]", "is not defined"),
    ("[nowhere][]", "is not defined"),
    ("\n[unused]: Page.md", "is not used"),
    ("\n[page]: Page.md", "is defined twice"),
    ("[other]\n\n[other]: Nowhere.md", "leads to no tracked file"),
    ("<img src=\"nowhere.svg\">", "leads to no tracked file"),
    ("<source srcset=\"nowhere.svg\">", "leads to no tracked file"),
    ("<doc:Page>", "only docc understands"),
    ("[text](doc:Page)", "only docc understands"),
    ("``Promise/map(_:)``", "only docc understands"),
    ("[text](http://example.com)", "is not https"),
    ("<http://example.com>", "is not https"),
    ("see http://example.com/bare", "is not https"),
    ("[text](mailto:somebody@example.com)", "is not https"),
    ("[text](https://exa|mple.com)", "does not parse"),
    ("[text](https://)", "does not parse"),
    ("[text](\(own)blob/main/Nowhere.md)", "leads to no tracked file"),
    ("[text](\(own)blob/main/Guide/Page.md#nowhere)", "no such anchor"),
    ("[text](\(own)tree/other/Sources)", "isn't on the main branch"),
  ]

  static func problems() -> [String] {
    let pages = [
      (path: "Guide/Test.md", good: good, bad: bad),
      (path: "Guide/Guide.docc/Test.md", good: goodArticle, bad: badInArticles),
    ]
    return pages.flatMap { path, good, bad in
      let unexpected = found(in: good, path).map { "found in the good page \(path): \($0)" }
      let missed = bad.compactMap { line, problem in
        let found = found(in: line + "\n\n" + good, path)
        return found.count == 1 && found[0].contains(problem)
          ? nil : "\(path): \(line): expected one that \(problem), found \(found)"
      }
      print("\(path): \(bad.count) kinds of bad links")
      return unexpected + missed
    }
  }

  private static func found(in text: String, _ path: String) -> [String] {
    let files = files.merging([path: text]) { $1 }
    return Page(path: path, text: text)
      .problems(in: Repository(files: Set(files.keys)) { files[$0] })
  }
}
