// A context that identifies code, and a logger that shows it.

import AsyncPromises
import InMemoryLogging
import Logging
import Tracing

extension ServiceContext {
  private enum MarkKey: ServiceContextKey {
    typealias Value = String
  }

  /// Identifies the running code.
  var mark: String? {
    get { self[MarkKey.self] }
    set { self[MarkKey.self] = newValue }
  }
}

/// Makes handlers see the context of the code that registers them, as a program does at startup.
let handlersSeeContext: Void = ServiceContext.$current.carriedByHandlers()

/// The mark of the running code.
var currentMark: String { ServiceContext.current?.mark ?? "none" }

/// Runs `body` with `mark` as the current mark.
func marked<R>(_ mark: String, _ body: () throws -> R) rethrows -> R {
  var context = ServiceContext.topLevel
  context.mark = mark
  return try ServiceContext.withValue(context, operation: body)
}

/// A logger that adds the current mark to its messages.
struct MarkedLog {
  let logger: Logger
  private let handler: InMemoryLogHandler

  init() {
    var handler = InMemoryLogHandler()
    handler.metadataProvider = Logger.MetadataProvider { ["mark": "\(currentMark)"] }
    self.handler = handler
    logger = Logger(label: "test") { [handler] _ in handler }
  }

  /// The marks, in the order of the messages.
  var marks: [String] {
    handler.entries.map { $0.metadata["mark"].map { "\($0)" } ?? "none" }
  }
}
