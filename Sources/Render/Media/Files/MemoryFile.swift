internal import CFFmpeg
internal import Glibc

/// A file without a name, in memory, for libraries that read nothing but files.
///
/// It needs no folder to write to, which a process that reads sources has not.
@safe
package final class MemoryFile {
  private let descriptor: Int32

  /// Makes a file.
  ///
  /// - Parameter bytes: what it holds.
  /// - Throws: `outOfMemory` and others of the system.
  package init(_ bytes: [UInt8]) throws(MediaError) {
    descriptor = gazecut_memory_file()
    guard descriptor >= 0 else { throw .system(errno, "keep a file in memory", nil) }
    let failure = AtomicFile.writeAll(bytes, to: descriptor)
    guard failure == 0 else { throw .system(failure, "keep a file in memory", nil) }
  }

  /// Where this process opens it for as long as this lives.
  package var path: String { "/proc/self/fd/\(descriptor)" }

  deinit { close(descriptor) }
}
