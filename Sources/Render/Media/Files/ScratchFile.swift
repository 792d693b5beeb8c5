internal import CFFmpeg
internal import Foundation
internal import Glibc

/// A file without a name on a disk, for what would fill the memory; it is gone with its process.
@safe
package final class ScratchFile {
  private let descriptor: Int32
  private let folder: String
  /// Bytes that were written, after which come those that were not yet.
  private var size = 0
  private var unwritten: [UInt8] = []

  /// Bytes that are written at once: as many as libav collects of a file (file.c), since a packet
  /// of sound has four hundred.
  private static let block = 1 << 18

  /// Makes an empty one.
  ///
  /// - Parameter path: a file in whose folder it lies, as there is room for that file.
  /// - Throws: `notPermitted` and others of the system.
  package init(beside path: String) throws(MediaError) {
    let folder = (path as NSString).deletingLastPathComponent
    self.folder = folder.isEmpty ? "." : folder
    var made = unsafe gazecut_nameless_file(self.folder)
    if made < 0, errno == EOPNOTSUPP || errno == EISDIR {
      // Network disks know no files without names: it loses its name at once.
      let name = self.folder + "/" + TemporaryName.of(UUID().uuidString)
      made = unsafe open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if made >= 0 { _ = unsafe unlink(name) }
    }
    guard made >= 0 else { throw .system(errno, "write a temporary file in", self.folder) }
    descriptor = made
  }

  deinit { close(descriptor) }

  /// Adds bytes at the end.
  ///
  /// - Throws: `outOfSpace` and others of the system.
  func append(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
    unsafe unwritten.append(contentsOf: bytes)
    if unwritten.count >= Self.block { try write() }
  }

  private func write() throws(MediaError) {
    var done = 0
    while done < unwritten.count {
      let count = unsafe unwritten[done...].withUnsafeBytes {
        unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(size))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .system(errno, "write a temporary file in", folder) }
      done += count
      size += count
    }
    unwritten.removeAll(keepingCapacity: true)
  }

  /// Reads bytes that were added.
  ///
  /// - Throws: `inputOutput`, `outOfSpace` and others of the system.
  func read(_ place: Int, into bytes: UnsafeMutableRawBufferPointer) throws(MediaError) {
    try write()
    var done = 0
    while done < bytes.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
      let count = unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(place + done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .system(count == 0 ? EIO : errno, "read sound from", folder) }
      done += count
    }
  }
}
