// Statements that closures may contain.

#if os(macOS) || os(Linux)
  enum Statements {
    /// Chains that end in `print` after multi-statement closures.
    static let beforePrint = """
      func f() {
        load(1).then { x in
          let y = x + 1
          return load(y)
        }.done { print($0) }
      }
      func g() {
        load(1).map { x in
          let y = x + 1
          return "\\(y)"
        }.done { print($0) }
      }
      func h() {
        load(1).map(.async) { x in
          let y = try await fetch(x)
          return "\\(y)"
        }.done { print($0) }.catch { print($0) }
      }
      func i() {
        load(1).recover { error in
          let y = "\\(error)"
          return y.count
        }.tap { print($0) }.done { print($0) }
      }
      """

    static let bodies = """
      func s1() { load(1).done { do { try save($0) } catch { print(error) } } }
      func s2() { load(1).done { for i in 0..<$0 { print(i) } } }
      func s3() { load(1).done { x in var n = x; while n > 0 { n -= 1 } } }
      func s4() { load(1).done { x in defer { print("x") }; print(x) } }
      func s5() { load(1).done { x in guard x > 0 else { return }; print(x) } }
      func s6() { load(1).done { x in if x > 0 { print(x) } } }
      func s7() { load(1).done { x in _ = same(x); print(x) } }
      func s8() -> Promise<Void> { load(1).map { x in for i in 0..<x { print(i) } } }
      func s9() -> Promise<Void> { load(1).map { do { try save($0) } catch { print(error) } } }
      func s10() -> Promise<Int> { load(1).map { switch $0 { case 0: 1; case 1: 2; default: 3 } } }
      func s11() -> Promise<Int> { load(1).map { if $0 > 1 { 3 } else { throw Failure() } } }
      func s12() -> Promise<Int> { load(1).map { _ in throw Failure() } }
      func s13() -> Promise<Int> {
        load(1).map { x in let y = x * 2; if y > 3 { return 1 }; return y }
      }
      func s14() -> Promise<Int> { load(1).map { x in
        #if DEBUG
          return x
        #else
          return x + 1
        #endif
      } }
      func s15() -> Promise<Int> { load(1).map { _ in fatalError() } }
      func s16() { load(1).done { x in let f = { (i: Int) in print(i) }; f(x) } }
      func s17() { load(1).done { x in switch x { case 1: print(1); default: break } } }
      func s18() {
        load(1).done { x in
          if x > 1 { print(1) } else if x > 0 { print(2) } else { print(3) }
        }
      }
      func s19() -> Promise<Int> { load(1).recover { throw $0 } }
      func s20() -> Promise<Int> { load(1).recover { _ in do { return 1 } } }
      func s21() -> Promise<Int> { load(1).then { _ in throw Failure() } }
      func s22() -> Promise<Int> {
        load(1).then { x in if x > 1 { load(1) } else { throw Failure() } }
      }
      func s23() -> Promise<Void> {
        load(1).map(.async) { do { _ = try await fetch($0) } catch { print(error) } }
      }
      func s24() -> Promise<Void> {
        load(1).map(.async) { x in var n = x; while n > 0 { n = try await fetch(n - 1) } }
      }
      func s25() -> Promise<Int> { load(1).map(.async) { x in defer { print(x) }; return x } }
      func s26() -> Promise<Int> {
        load(1).map(.async) { x in guard x > 0 else { throw Failure() }; return try await fetch(x) }
      }
      func s27() -> Promise<Int> { load(1).map(.async) { _ in throw Failure() } }
      func s28() -> Promise<Int> {
        load(1).map(.async) { switch $0 { case 0: try await fetch(1); default: 3 } }
      }
      func s29() { load(1).done { _ in throw Failure() } }
      func s30() { load(1).done { if $0 > 1 { throw Failure() } } }
      func s31() { load(1).done { _ in fatalError() } }
      func s32() { load(1).done { _ in } }
      func s33() { load(1).done { x in repeat { print(x) } while x > 3 } }
      func s34() { load(1).done { x in for i in 0..<x where i > 2 { if i > 3 { break } } } }
      """
  }
#endif
