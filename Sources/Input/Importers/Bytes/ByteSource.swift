import CZlib
import Foundation

/// Reads the bytes of a file in chunks, and decompresses gzip.
///
/// Gzip is detected by its first two bytes. A UTF-8 byte order mark is removed.
final class ByteSource {
  /// The path as the user wrote it, for error messages.
  let file: String
  private var descriptor: Int32 = -1
  private var inflater: GzipDecompressor?
  /// Compressed bytes that are not decompressed yet.
  private var packed: [UInt8] = []
  /// Decompressed bytes, without the byte order mark, for the next `read`.
  private var unread: ArraySlice<UInt8> = []
  /// Size of the file in bytes; `nil` for a pipe.
  private var size: Int?
  private var bytesRead = 0
  /// Whether reading may block because the file is a pipe.
  private(set) var mayBlock = false
  /// Milliseconds between two calls of `progress` while a pipe has no data.
  private static let pollMilliseconds: Int32 = 250
  private let progress: (Int, Int?) -> Bool

  /// Opens a file or a named pipe.
  ///
  /// `progress` receives the bytes read and the file's size. If it returns `false`, reading stops.
  init(
    path: String, progress: @escaping (Int, Int?) -> Bool = { _, _ in true }
  ) throws(ImportError) {
    file = path
    self.progress = progress
    // O_NONBLOCK: otherwise open(2) on a pipe blocks until it has a writer, even if a signal
    // arrives.
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
      throw Self.failure(path, EISDIR)
    }
    if status.st_mode & S_IFMT == S_IFREG { size = Int(status.st_size) }
    mayBlock = size == nil
    // The first chunk is kept for the next `read`, because a pipe cannot be read again.
    var first = try chunk(1 << 16)
    if first.starts(with: [0x1F, 0x8B]) {
      inflater = GzipDecompressor(file: path)
      packed = first
      first = try chunk(1 << 12, isUnpacked: true)
    }
    while (1..<Self.byteOrderMark.count).contains(first.count) {
      let more = try chunk(1 << 12, isUnpacked: true)
      if more.isEmpty { break }
      first += more
    }
    unread = Self.withoutByteOrderMark(first)
  }

  /// Reads from memory, for example the text of a table cell.
  init(_ bytes: [UInt8], file: String) {
    self.file = file
    progress = { _, _ in true }
    unread = Self.withoutByteOrderMark(bytes)
  }

  private static func withoutByteOrderMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...]
  }

  /// Whether the bytes come from a file instead of memory.
  var isFile: Bool { descriptor >= 0 }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The bytes at the current position that are already read; empty at the end of the file.
  func peek() -> ArraySlice<UInt8> { unread }

  /// Throws if the content is binary or UTF-16, detected by a byte order mark or zero bytes.
  func requireText(line: Int) throws(ImportError) {
    let head = Array(peek().prefix(2))
    let hasByteOrderMark = head == [0xFF, 0xFE] || head == [0xFE, 0xFF]
    guard hasByteOrderMark || head.contains(0) else { return }
    let isWide = hasByteOrderMark || head.count > 1 && (head[0] == 0) != (head[1] == 0)
    throw ImportError(
      of: file, line: line, isWide ? "the text is UTF-16" : "the file is not text",
      isWide ? "save it as UTF-8" : "give a file of this format")
  }

  /// Whether this is empty, starts like JSON, or is UTF-16, which the JSON reader reports.
  var looksLikeJSON: Bool {
    peek().first { $0 > 0x20 }.map { "{[".utf8.contains($0) || $0 >= 0xFE } ?? true
  }

  /// Reads into the start of `buffer`, and returns the number of bytes; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    guard unread.isEmpty else {
      let count = min(buffer.count, unread.count)
      unsafe buffer.copyBytes(from: unread.prefix(count))
      unread = unread.dropFirst(count)
      return count
    }
    return try unsafe readUnpacked(into: buffer)
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private func readUnpacked(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    if let inflater {
      return try unsafe inflater.read(into: buffer) { () throws(ImportError) in
        defer { packed = [] }
        return packed.isEmpty ? try chunk(1 << 18) : packed
      }
    }
    return descriptor < 0 ? 0 : try unsafe readFile(into: buffer)
  }

  private func chunk(_ size: Int, isUnpacked: Bool = false) throws(ImportError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    let count = try unsafe bytes.withUnsafeMutableBufferPointer { bytes throws(ImportError) in
      let buffer = UnsafeMutableRawBufferPointer(bytes)
      return try unsafe isUnpacked ? readUnpacked(into: buffer) : readFile(into: buffer)
    }
    bytes.removeLast(size - count)
    return bytes
  }

  private func readFile(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    while true {
      try wait()
      let count = unsafe Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 {
        try reportProgress(count)
        return count
      }
      // EAGAIN: another process read the pipe's data first.
      guard mayBlock, errno == EAGAIN || errno == EINTR else { throw Self.failure(file, errno) }
    }
  }

  /// Waits with poll(2) until a pipe has data or ends; throws if `progress` stops the import.
  private func wait() throws(ImportError) {
    guard mayBlock else { return }
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&ready, 1, Self.pollMilliseconds) <= 0 { try reportProgress(0) }
  }

  private func reportProgress(_ count: Int) throws(ImportError) {
    bytesRead += count
    guard progress(bytesRead, size) else { throw .stopped(file) }
  }

  private static func failure(_ path: String, _ code: Int32) -> ImportError {
    guard code != EISDIR else {
      return ImportError(
        of: path, "this is a folder",
        "give the files in it, for example FOLDER/*.csv (see gazecut import FORMAT --help); "
          + "to import new files every night, use `gazecut intake`")
    }
    let kind: ImportError.Kind =
      switch code {
      case ENOENT, ENOTDIR: .notFound
      case EACCES, EPERM: .permission
      default: .readFailed
      }
    let reason = unsafe String(cString: strerror(code)).lowercased()
    return ImportError(kind, of: path, reason, "give a file that can be read")
  }
}
