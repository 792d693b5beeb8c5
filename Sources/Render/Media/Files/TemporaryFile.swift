import CFFmpeg
import Foundation
import Glibc

/// An anonymous temporary file on disk, which disappears when the process ends, for data that is
/// too large for memory.
@safe
package final class TemporaryFile {
  private let descriptor: Int32
  private let folder: String
  private var unwritten: [UInt8] = []

  /// Bytes that are collected before one write, 256 KiB as in libav (file.c): a packet of sound has
  /// only about 400.
  private static let blockSize = 1 << 18

  /// Creates an empty file in the folder of `path`, because there is enough space for that file.
  ///
  /// - Throws: `notPermitted` and other system errors.
  package init(beside path: String) throws(MediaError) {
    let folder = (path as NSString).deletingLastPathComponent
    self.folder = folder.isEmpty ? "." : folder
    var opened = unsafe gazecut_nameless_file(self.folder)
    if opened < 0, errno == EOPNOTSUPP || errno == EISDIR {
      // Network file systems lack O_TMPFILE: create a named file and unlink it at once.
      let name = self.folder + "/" + TemporaryName.of(UUID().uuidString)
      opened = unsafe open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if opened >= 0 { _ = unsafe unlink(name) }
    }
    guard opened >= 0 else { throw .system(errno, "write a temporary file in", self.folder) }
    descriptor = opened
  }

  deinit { close(descriptor) }

  func append(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
    unsafe unwritten.append(contentsOf: bytes)
    if unwritten.count >= Self.blockSize { try write() }
  }

  private func write() throws(MediaError) {
    let failure = AtomicFile.writeAll(unwritten, to: descriptor)
    guard failure == 0 else { throw .system(failure, "write a temporary file in", folder) }
    unwritten.removeAll(keepingCapacity: true)
  }

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
