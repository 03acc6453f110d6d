// Requests the same file from several mirrors concurrently; the first to deliver it wins.
//
//     swift run FastestMirror [url …]

import AsyncPromises
import Foundation

@main
struct FastestMirror {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let mirrors = arguments.isEmpty ? PretendMirror.addresses : arguments
    let contenders = mirrors.enumerated().map { index, address in
      download(address).map { (index, $0) }
    }
    do {
      let (winner, file) = try await Promise.any(contenders, remaining: .cancel).get()
      print("\(mirrors[winner]) was first, with \(file.count) bytes")
      for (loser, address) in mirrors.enumerated() where loser != winner {
        print("  \(address): \(fate(of: await contenders[loser].result))")
      }
    } catch PromiseError.noneFulfilled(let errors) {
      print("No mirror has the file:")
      for (address, error) in zip(mirrors, errors) {
        print("  \(address): \(fate(of: .failure(error)))")
      }
      exit(1)
    } catch {
      print(error)
      exit(1)
    }
  }

  /// Describes the outcome of a mirror that didn't win.
  static func fate(of result: Result<(Int, Data), any Error>) -> String {
    switch result {
    case .success: "succeeded, but wasn't first"
    case .failure(is CancellationError): "cancelled"
    case .failure(PromiseError.timedOut(let limit, _, _)): "no answer within \(limit)"
    case .failure(let error): error.localizedDescription
    }
  }
}
