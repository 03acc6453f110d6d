// Chains in a screen, with handlers that have an owner.

#if os(macOS) || os(Linux)
  extension Corpus {
    static let owned = [
      Corpus("done", function: screen, ".done(with: self) { $0.label = \"\\($1)\" }.map { 1 }"),
      Corpus("catch", function: screen, ".catch(with: self) { $0.label = \"\\($1)\" }"),
      Corpus(
        "catch(except:)", function: screen,
        ".catch(except: CancellationError.self, with: self) { $0.label = \"\\($1)\" }"),
      Corpus("finally", function: screen, ".finally(with: self) { $0.count = $0.add(1) }"),
      Corpus(
        "among others", function: screen,
        """
        .map { $0 + 1 }
        .catch(with: self) { $0.label = "\\($1)" }
        .map(.async) { try await fetch($0) }
        .done(with: self) { $0.count = $0.add($1) }
        .then { load(2) }
        """),
    ]

    private static let screen = """
      @MainActor final class Client {
        var label = ""
        var count = 0
        func add(_ number: Int) -> Int { count + number }
        func f() {
          load(1) … .done(with: self) { $0.label = "\\($1)" }
            .catch(except: CancellationError.self, with: self) { $0.label = "\\($1)" }
            .finally(with: self) { $0.label = "" }
        }
      }
      """
  }
#endif
