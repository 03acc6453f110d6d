// Names a job that does not end.

#if ORDERS_JOBS && compiler(>=6.3)
  import CTaskHooks
  import Dispatch
  import Foundation

  /// Looks at an exploration from time to time, and prints a note when the same job has been
  /// running for too long. The job can't be stopped, so the exploration still waits for it.
  final class Watchdog: @unchecked Sendable {
    private static let looks = 10

    private let patience: Duration
    private let print: @Sendable (String) -> Void
    private let lock = NSLock()
    private var run: Run?
    private var seen = (number: 0, times: 0)
    private var timer: (any DispatchSourceTimer)?

    /// - Parameters:
    ///   - patience: how long a job may run, in real time.
    ///   - print: prints the note, to standard error by default.
    init(
      patience: Duration = .seconds(10),
      print: @escaping @Sendable (String) -> Void = {
        FileHandle.standardError.write(Data(($0 + "\n").utf8))
      }
    ) {
      (self.patience, self.print) = (patience, print)
    }

    func begins(at place: String) {
      let queue = DispatchQueue(label: "AsyncExplorer.watchdog")
      let timer = DispatchSource.makeTimerSource(queue: queue)
      let pause = patience / .milliseconds(Self.looks)
      timer.schedule(deadline: .now() + .milliseconds(Int(pause)), repeating: pause / 1_000)
      timer.setEventHandler { [weak self] in self?.look(place) }
      timer.activate()
      self.timer = timer
    }

    func ends() { timer?.cancel() }

    func watches(_ run: Run?) {
      lock.withLock { (self.run, seen) = (run, (0, 0)) }
    }

    private func look(_ place: String) {
      guard let run = lock.withLock({ run }), let text = run.textOfRunningJob(look) else { return }
      let what = "a job has been running for \(patience), in schedule \(run.surroundings.number):"
      print("\(place): \(what) \(text)")
    }

    /// Returns whether the job with that number has just been seen too often.
    private func look(_ number: Int) -> Bool {
      lock.withLock {
        seen = number == seen.number ? (number, seen.times + 1) : (number, 0)
        return seen.times == Self.looks
      }
    }
  }

  extension Run {
    /// Describes the job that is running, if `isTooLong` says so of its number.
    fileprivate func textOfRunningJob(_ isTooLong: (Int) -> Bool) -> String? {
      lock.withLock {
        guard let job = progress.job, isTooLong(progress.number) else { return nil }
        let entry = job.task > 0 ? tasks.entries[job.task - 1] : nil
        let name = (job.place.nameOfBody ?? entry?.name).map { " in \($0)" } ?? ""
        return """
          task \(job.task)\(name). It blocks its thread, or never suspends.
          \(replayLine)
          """
      }
    }
  }
#endif
