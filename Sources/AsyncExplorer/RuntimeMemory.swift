// What the runtime knows about jobs but has no call for. This memory is read, never written.
//
// The jobs that wait for an actor determine which task may enter it; everything else is for
// reports. The layouts are those of the runtime's binary interface (swift/ABI/Task.h), and the
// tests check them.

/// The address of code.
struct CodeAddress: Hashable {
  let pointer: UnsafeRawPointer

  init?(_ pointer: UnsafeRawPointer?) {
    guard let pointer else { return nil }
    self.pointer = pointer
  }
}

#if ORDERS_JOBS && compiler(>=6.3)
  import CTaskHooks

  extension UnsafeRawPointer {
    /// Returns the pointer stored at an offset, if the memory is mapped.
    fileprivate func pointer(at offset: Int) -> UnsafeRawPointer? {
      var found: UnsafeRawPointer?
      let size = UInt(MemoryLayout<UnsafeRawPointer?>.size)
      return memory_read(self + offset, &found, size) != 0 ? found : nil
    }
  }

  extension CodeAddress {
    /// Returns the asynchronous functions that a closure captured, as a compiler-generated thunk
    /// captures those it calls. Types may precede the function.
    static func captured(by closure: UnsafeMutableRawPointer) -> [CodeAddress] {
      var functions: [CodeAddress] = []
      var next: UnsafeRawPointer? = UnsafeRawPointer(closure)
      while let closure = next, functions.count < 4 {
        next = nil
        for offset in [16, 24, 32] {
          guard let word = closure.pointer(at: offset), let address = code(of: word) else {
            continue
          }
          functions.append(address)
          // Its own captures come next.
          if CodeName(address)?.isOfBody == false { next = closure.pointer(at: offset + 8) }
          break
        }
      }
      return functions
    }

    /// Returns the code of an asynchronous function, if `pointer` points to one in the program.
    private static func code(of pointer: UnsafeRawPointer) -> CodeAddress? {
      var base: UnsafeRawPointer?
      _ = code_symbol(pointer, &base)
      guard let base, code_is_of_program(base) != 0 else { return nil }
      var distance: Int32 = 0
      guard memory_read(pointer, &distance, UInt(MemoryLayout<Int32>.size)) != 0 else {
        return nil
      }
      let address = CodeAddress(pointer + Int(distance))
      return address.flatMap { CodeName($0) == nil ? nil : $0 }
    }
  }

  extension Sequence<CodeAddress> {
    /// The name of the first function that belongs to the explored code.
    var nameOfBody: String? {
      lazy.compactMap { CodeName($0) }.first { $0.isOfBody }?.text
    }

    /// Where that function continues, as ` at File.swift:12`; empty if the line isn't known.
    var lineOfBody: String {
      let address = first { CodeName($0)?.isOfBody == true }
      return address.flatMap { SourceLines.shared.line(of: $0) }.map { " at \($0)" } ?? ""
    }
  }

  extension JobPlace {
    /// The name of the nearest function in the explored code that will continue.
    var nameOfBody: String? { addresses.nameOfBody }

    /// Where it continues, as ` at File.swift:12`; empty if the line isn't known.
    var lineOfBody: String { addresses.lineOfBody }

    private var addresses: [CodeAddress] { [function].compactMap { $0 } + callers }

    /// Creates a place from a function and its frame. The callers are looked up if the function
    /// alone tells a reader nothing.
    init(_ function: UnsafeRawPointer?, _ context: UnsafeRawPointer?) {
      self.function = CodeAddress(function)
      if let function = self.function, CodeName(function)?.isOfBody == true { return }
      var next = context
      while let frame = next, callers.count < 64 {
        if let caller = CodeAddress(frame.pointer(at: 8)) { callers.append(caller) }
        if let last = callers.last, CodeName(last)?.isOfBody == true { return }
        next = frame.pointer(at: 0)
      }
    }
  }

  /// What a suspended task waits for.
  enum Dependency {
    /// The ID of the other task.
    case task(UInt64)
    case continuation, group
    case actor(any Any.Type)
  }

  extension UnownedJob {
    /// The unique ID of the task; zero for a job without a task.
    var taskID: UInt64 { task_id(memory) }

    private var memory: UnsafeRawPointer { unsafeBitCast(self, to: UnsafeRawPointer.self) }

    /// The task of the job, if any.
    var task: UnsafeMutableRawPointer { UnsafeMutableRawPointer(mutating: memory) }

    init(task: UnsafeRawPointer) { self = unsafeBitCast(task, to: UnownedJob.self) }

    /// Where a task that is not running continues. It is ready, or about to be.
    var place: JobPlace {
      JobPlace(
        memory.load(fromByteOffset: 56, as: Pointer.self),
        memory.load(fromByteOffset: 64, as: Pointer.self))
    }

    var wait: (place: JobPlace, dependency: Dependency?) { (place, dependency) }

    /// What a suspended task waits for, if the runtime knows.
    private var dependency: Dependency? {
      var what: UnsafeRawPointer?
      switch Int(task_waits_for(memory, &what)) {
      case Int(waits_for_task): return what.map { .task(UnownedJob(task: $0).taskID) }
      case Int(waits_for_continuation): return .continuation
      case Int(waits_for_group): return .group
      case Int(waits_for_actor): return what.map { .actor(typeOfActor(at: $0)) }
      default: return nil
      }
    }

    private typealias Pointer = UnsafeRawPointer?

    private static var actorJob: UInt8 { 193 }

    /// The default actor that the job serves, if it is not a task's job.
    var servedActor: UnsafeRawPointer? {
      guard memory.load(fromByteOffset: 32, as: UInt8.self) == Self.actorJob else { return nil }
      return memory.load(fromByteOffset: 64, as: Pointer.self)
    }

    /// The type of that actor.
    var actor: (any Any.Type)? {
      servedActor.map { typeOfActor(at: $0) }
    }

    /// The newest job that waits for that actor and has not been run, if this job makes an actor
    /// run others; otherwise this job itself.
    var first: UnownedJob { servedActor == nil ? self : (waiting.last ?? self) }

    /// The jobs that have arrived at that actor since it last ran some, oldest first.
    var waiting: [UnownedJob] {
      guard let actor = servedActor else { return [] }
      var jobs: [UnownedJob] = []
      var next = actor.load(fromByteOffset: 40, as: UInt.self) & ~3
      while let job = UnsafeRawPointer(bitPattern: next), jobs.count < 64 {
        jobs.append(UnownedJob(task: job))
        next = job.load(fromByteOffset: 16, as: UInt.self) & ~3
      }
      return jobs.reversed()
    }
  }

  func typeOfActor(at memory: UnsafeRawPointer) -> any Any.Type {
    type(of: unsafeBitCast(memory, to: AnyObject.self))
  }
#endif
