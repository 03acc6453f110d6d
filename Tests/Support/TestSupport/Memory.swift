// The memory that the process has in use, for tests that run in their own process.

import Foundation

package enum Memory {
  /// glibc's `malloc_trim`, which Swift doesn't import.
  private static let trim = dlsym(nil, "malloc_trim").map {
    // SAFETY: this is the type of the function.
    unsafeBitCast($0, to: (@convention(c) (_ padding: Int) -> CInt).self)
  }

  /// The resident size of the process in bytes, without memory that the allocator can return.
  package static var resident: Int {
    _ = trim?(0)
    #if os(Linux)
      let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        .split(separator: " ")[1]
      return pages.flatMap { Int($0) }.map { $0 * sysconf(Int32(_SC_PAGESIZE)) } ?? 0
    #else
      var info = mach_task_basic_info()
      var count = mach_msg_type_number_t(MemoryLayout.size(ofValue: info) / 4)
      let status = withUnsafeMutablePointer(to: &info) { pointer in
        pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
          task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
        }
      }
      return status == KERN_SUCCESS ? Int(info.resident_size) : 0
    #endif
  }
}
