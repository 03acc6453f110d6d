// The ready jobs of a run, from which a chooser picks the next.

import AsyncPromises

/// The ready jobs, in order of arrival. Those that may go next are its candidates, and so is the
/// next deadline, if it may already come. Each operation takes logarithmic time.
struct ReadyJobs {
  /// A task that runs this many times in a row may be polling for others.
  static var patience: Int { 64 }

  /// By slot, in order of arrival; `nil` for jobs that have been removed.
  private var jobs: [Job?] = []
  private var tree = CandidateTree(capacity: 32)
  private var number = 0
  /// The number of jobs that have arrived.
  private(set) var arrivals = 0
  /// All slots before it are empty.
  private var first = 0
  /// The jobs in slots before it are slow: a deadline came before them.
  private var slowEnd = 0
  /// The number of jobs that follow from a deadline.
  private(set) var timely = 0

  /// The last slot of each task, and for each slot the one before it of the same task.
  private var lastSlots: [Int32] = []
  private var earlier: [Int32] = []

  /// The slots of each queue; only the first may go.
  private var queues: [SimulatedQueue: [Int]] = [:]
  private var actors: [UnsafeRawPointer: ActorJobs] = [:]

  /// The task that ran last, and how many times in a row.
  private var last = (task: 0, times: 0)

  /// Whether the next deadline is a candidate: the last one.
  var offersDeadline = false
  /// The priorities of tasks, by number, for a chooser that uses them; zero is the clock's.
  var priorities: Priorities?

  var isEmpty: Bool { number == 0 }

  /// The number of candidates that are jobs.
  var jobCount: Int { tree.count }

  func isDeadline(_ index: Int) -> Bool { index == tree.count }

  /// The number of the task that a candidate continues; zero for the deadline.
  func task(at index: Int) -> Int { isDeadline(index) ? 0 : jobs[tree.slot(at: index)]?.task ?? 0 }

  /// When the oldest job became ready.
  var oldestSince: Duration? {
    mutating get {
      while first < jobs.count, jobs[first] == nil { first += 1 }
      return first < jobs.count ? jobs[first]?.readySince : nil
    }
  }

  init() {
    // Most runs have few jobs, and many runs are made.
    jobs.reserveCapacity(tree.capacity)
    earlier.reserveCapacity(tree.capacity)
    lastSlots.reserveCapacity(8)
  }

  // MARK: Jobs come and go

  mutating func append(_ job: Job) {
    if jobs.count == tree.capacity { compact() }
    arrivals += 1
    let slot = jobs.count
    jobs.append(job)
    number += 1
    if job.isTimely { timely += 1 }
    while lastSlots.count <= job.task { lastSlots.append(-1) }
    earlier.append(lastSlots[job.task])
    lastSlots[job.task] = Int32(slot)
    if mayGo(job, slot) { offer(slot, job.task) }
  }

  /// Records what the job must wait for, and returns whether it may go at once.
  private mutating func mayGo(_ job: Job, _ slot: Int) -> Bool {
    if let queue = job.queue {
      queues[queue, default: []].append(slot)
      return queues[queue]?.first == slot
    }
    guard let actor = job.actor else { return true }
    if job.isInLobby { return actors[actor, default: ActorJobs()].mayEnter(slot) }
    // No task enters an actor that is about to serve others, because it would serve both in one go.
    for slot in actors[actor, default: ActorJobs()].begin() { tree.remove(slot) }
    return true
  }

  private mutating func offer(_ slot: Int, _ task: Int) {
    tree.insert(slot, priority: priorities?.of(task) ?? 0)
  }

  /// Removes the candidate at that index, which is a job.
  mutating func remove(at index: Int) -> Job? {
    let slot = tree.slot(at: index)
    guard let job = jobs[slot].take() else { return nil }
    tree.remove(slot)
    number -= 1
    if job.isTimely { timely -= 1 }
    if lastSlots[job.task] == Int32(slot) { lastSlots[job.task] = earlier[slot] }
    if let queue = job.queue { followsInQueue(queue) }
    if let actor = job.actor { leaves(actor, slot, job.isInLobby) }
    last = (job.task, job.task == last.task ? last.times + 1 : 1)
    return job
  }

  private mutating func followsInQueue(_ queue: SimulatedQueue) {
    queues[queue]?.removeFirst()
    if let next = queues[queue]?.first, let job = jobs[next] { offer(next, job.task) }
  }

  private mutating func leaves(_ actor: UnsafeRawPointer, _ slot: Int, _ isInLobby: Bool) {
    guard var entry = actors.removeValue(forKey: actor) else { return }
    if isInLobby { entry.lobby.remove(slot) } else { entry.serving -= 1 }
    if !isInLobby, entry.serving == 0 {
      for slot in entry.lobby { if let job = jobs[slot] { offer(slot, job.task) } }
    }
    if entry.serving > 0 || !entry.lobby.isEmpty { actors[actor] = entry }
  }

  /// Makes room for more jobs.
  private mutating func compact() {
    let left = jobs.compactMap { $0 }
    let slow = jobs.prefix(slowEnd).count { $0 != nil }
    var capacity = 32
    while capacity < left.count * 2 { capacity *= 2 }
    tree = CandidateTree(capacity: capacity)
    jobs.removeAll(keepingCapacity: true)
    earlier.removeAll(keepingCapacity: true)
    lastSlots = lastSlots.map { _ in -1 }
    slowEnd = slow
    (number, first, timely) = (0, 0, 0)
    (queues, actors) = ([:], [:])
    let arrivals = arrivals
    for job in left { append(job) }
    self.arrivals = arrivals
  }

  // MARK: Choosing

  /// Records that a deadline comes before all jobs that are ready now.
  mutating func areSlow() { slowEnd = jobs.count }

  /// The index of the oldest candidate that is not slow or, if all are, of the oldest.
  var oldest: Int {
    let slow = slowEnd < jobs.count ? tree.index(of: slowEnd) : 0
    return slow < tree.count ? slow : 0
  }

  /// The index of the candidate that continues the task that ran last. If there is none, or if that
  /// task has run for too long, it is the oldest.
  var running: Int {
    guard last.times < Self.patience, last.task < lastSlots.count else { return oldest }
    var slot = Int(lastSlots[last.task])
    while slot >= 0 {
      if jobs[slot] != nil, tree.contains(slot) { return tree.index(of: slot) }
      slot = Int(earlier[slot])
    }
    return oldest
  }

  /// The index of the candidate with the highest priority.
  var highest: Int {
    mutating get {
      guard offersDeadline, let clock = priorities?.of(Priorities.clock),
        clock > tree.highestPriority
      else {
        return tree.highest
      }
      return tree.count
    }
  }

  /// Gives a task the lowest priority.
  mutating func lower(_ task: Int) {
    priorities?.lower(task)
    guard let priority = priorities?.of(task), task > 0, task < lastSlots.count else { return }
    var slot = Int(lastSlots[task])
    while slot >= 0 {
      if jobs[slot] != nil, tree.contains(slot) { tree.insert(slot, priority: priority) }
      slot = Int(earlier[slot])
    }
  }
}

/// The jobs of an actor that are ready.
private struct ActorJobs {
  /// How many serve it.
  var serving = 0
  /// The slots of tasks in its lobby.
  var lobby: Set<Int> = []

  /// Adds a task to the lobby, and returns whether it may go on from there.
  mutating func mayEnter(_ slot: Int) -> Bool {
    lobby.insert(slot)
    return serving == 0
  }

  /// Adds a job that serves the actor, and returns the slots of those that may no longer go on.
  mutating func begin() -> Set<Int> {
    serving += 1
    return serving == 1 ? lobby : []
  }
}
