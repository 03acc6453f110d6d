// What a search needs to know of its programs.

#if DEBUG
  /// A program that is one of many, and plays by rules.
  protocol EnumeratedProgram: Sendable, CustomStringConvertible {
    /// The programs of a size, in an order that never changes: a program's number is its index.
    static func programs(ofSize size: Int) -> [Self]

    /// The program as a race, which sees nothing but the rules obeyed.
    var race: Race { get }
    /// The programs with something left out.
    var smaller: [Self] { get }

    /// The program as a race in Swift, to be pasted into `Races/`.
    ///
    /// - Parameter rule: what it has broken.
    func swift(breaking rule: String) -> String
  }

  extension EnumeratedProgram {
    /// The numbers of actions in each thread, for programs of that many actions: of two threads
    /// with up to three actions each, or of three threads with one each.
    static func shapes(ofSize size: Int) -> [[Int]] {
      switch size {
      case 2: [[1, 1]]
      case 3: [[2, 1], [1, 1, 1]]
      case 4: [[3, 1], [2, 2]]
      case 5: [[3, 2]]
      case 6: [[3, 3]]
      default: []
      }
    }

    /// The smallest program that shrinking finds for which `fails` still holds.
    func shrunk(while fails: (Self) -> Bool) -> Self {
      var program = self
      while let smaller = program.smaller.first(where: fails) { program = smaller }
      return program
    }
  }

  extension Range<Int> {
    var permutations: [[Int]] {
      guard let last = last else { return [[]] }
      return (lowerBound..<last).permutations.flatMap { shorter in
        (0...shorter.count).map { place in
          var longer = shorter
          longer.insert(last, at: place)
          return longer
        }
      }
    }
  }
#endif
