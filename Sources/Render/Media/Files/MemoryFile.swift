import CFFmpeg
import Glibc

/// An anonymous file in memory, for libraries that can read only from files, in a sandboxed process
/// that may not write to any folder.
@safe
package final class MemoryFile {
  private let descriptor: Int32

  package init(_ bytes: [UInt8]) throws(MediaError) {
    descriptor = gazecut_memory_file()
    guard descriptor >= 0 else { throw .system(errno, "create a file in memory", nil) }
    let failure = AtomicFile.writeAll(bytes, to: descriptor)
    guard failure == 0 else { throw .system(failure, "create a file in memory", nil) }
  }

  /// A path by which this process can open the file while this object exists.
  package var path: String { "/proc/self/fd/\(descriptor)" }

  deinit { close(descriptor) }
}
