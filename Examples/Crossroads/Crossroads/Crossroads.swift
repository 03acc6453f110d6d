// Combines four modules that use four promise APIs. One scope waits for the work of all of them,
// one cancellation reaches them all, and one report names them all.

import AsyncPromises
import AsyncPromisesTesting
import BoltsCompat
import CrossroadsAccounts
import CrossroadsCatalog
import CrossroadsLabels
import CrossroadsQuotes
import CrossroadsService
import GooglePromisesCompat
import PromiseKitCompat

@main
enum Crossroads {
  static func main() async throws {
    let patient = Service { question in "<\(question)>" }
    print("An order:\n")
    print(try await order(["a lamp", "a chair"], for: "Ada", from: patient).get(), "\n")

    print("One scope waits for all the work, even though nothing awaits it:\n")
    try await withPromiseScope { scope in
      let order = order(["a lamp"], for: "Ada", from: patient)
      try await scope.settle(within: .seconds(60))
      print(order, "\n")
    }

    let deaf = Service { _ in nil }
    try await withPromiseScope(leftovers: .cancel) { scope in
      let order = order(["a lamp", "a chair"], for: "Ada", from: deaf)
      print("The service doesn't answer; one report names everything that hangs:\n")
      do {
        try await scope.settle(within: .milliseconds(100))
      } catch {
        print(error, "\n")
      }
      print("One cancellation reaches all modules:\n")
      order.cancel()
      try await scope.settle(within: .seconds(60))
      print(deaf.questionsTakenBack.map { "withdrawn: \($0)" }.joined(separator: "\n"))
    }
    guard deaf.questionsTakenBack.count == 5 else { fatalError("Some questions remain.") }
  }

  /// The text of an order.
  static func order(
    _ items: [String], for name: String, from service: Service
  ) -> AsyncPromises.Promise<String> {
    AsyncPromises.Promise.all(
      Accounts(service).recipient(name).asyncPromise,
      Catalog(service).lines(items).asyncPromise,
      Labels(service).number(for: name).asyncPromise,
      Quotes(service).price(of: items.count)
    ).map { recipient, lines, number, price in
      "To \(recipient)\n\(lines.joined(separator: "\n"))\n\(number)\n\(price)"
    }
  }
}
