import CZlib
import Foundation

/// The bytes of a file, plain or gzip, in chunks.
///
/// Gzip is known by its first two bytes; the mark of UTF-8 before a text is left out.
final class ByteSource {
  /// The file as the user named it, for errors.
  let file: String
  private var descriptor: Int32 = -1
  private var inflater: Inflater?
  /// Packed bytes that were read and not yet unpacked.
  private var packed: [UInt8] = []
  /// What was read, without the mark of UTF-8, and is to be given next.
  private var unread: ArraySlice<UInt8> = []
  /// Bytes of the file as it is stored: how many there are, where that is known, and were read.
  private var size: Int?
  private var taken = 0
  /// Whether it may keep who reads it waiting, as a pipe does until somebody writes into it.
  private(set) var isWaitedFor = false
  /// Milliseconds after which it is asked whether to go on waiting.
  private static let patience: Int32 = 250
  private let progress: (Int, Int?) -> Bool

  /// Opens a file; `progress` is told bytes read and bytes in all, and its `false` stops that.
  init(
    path: String, progress: @escaping (Int, Int?) -> Bool = { _, _ in true }
  ) throws(ImportError) {
    file = path
    self.progress = progress
    // A pipe is opened at once: open(2) would wait for who writes, and no signal would end it.
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
      throw Self.failure(path, EISDIR)
    }
    if status.st_mode & S_IFMT == S_IFREG { size = Int(status.st_size) }
    isWaitedFor = size == nil
    // The first chunk is kept until it is asked for: a pipe cannot be rewound.
    var first = try chunk(1 << 16)
    if first.starts(with: [0x1F, 0x8B]) {
      inflater = Inflater(file: path)
      packed = first
      first = try chunk(1 << 12, isUnpacked: true)
    }
    while (1..<Self.mark.count).contains(first.count) {
      let more = try chunk(1 << 12, isUnpacked: true)
      if more.isEmpty { break }
      first += more
    }
    unread = Self.withoutMark(first)
  }

  /// Takes text that is in memory, such as a cell of a table.
  init(_ bytes: [UInt8], file: String) {
    self.file = file
    progress = { _, _ in true }
    unread = Self.withoutMark(bytes)
  }

  private static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
  }

  /// Whether it is a file, and no value of another one.
  var isFile: Bool { descriptor >= 0 }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The first bytes of what is to be read next, without reading them; none at the end.
  func peek() -> ArraySlice<UInt8> { unread }

  /// Refuses what is no text, and UTF-16, which shows by its mark or its zero bytes.
  func requireText(line: Int) throws(ImportError) {
    let head = Array(peek().prefix(2))
    let isMarked = head == [0xFF, 0xFE] || head == [0xFE, 0xFF]
    guard isMarked || head.contains(0) else { return }
    let isWide = isMarked || head.count > 1 && (head[0] == 0) != (head[1] == 0)
    throw ImportError(
      of: file, line: line, isWide ? "the text is UTF-16" : "the file is not text",
      isWide ? "save it as UTF-8" : "give a file of this format")
  }

  /// Whether what is to be read looks like JSON: nothing, a bracket, or a mark of UTF-16, which
  /// the reader of JSON names in its complaint.
  var beginsAsJSON: Bool {
    peek().first { $0 > 0x20 }.map { "{[".utf8.contains($0) || $0 >= 0xFE } ?? true
  }

  /// Fills the beginning of `buffer`; how many bytes were read, 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    guard unread.isEmpty else {
      let count = min(buffer.count, unread.count)
      unsafe buffer.copyBytes(from: unread.prefix(count))
      unread = unread.dropFirst(count)
      return count
    }
    return try unsafe readUnpacked(into: buffer)
  }

  /// What UTF-8 texts of some programs begin with.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private func readUnpacked(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    if let inflater {
      return try unsafe inflater.read(into: buffer) { () throws(ImportError) in
        defer { packed = [] }
        return packed.isEmpty ? try chunk(1 << 18) : packed
      }
    }
    return descriptor < 0 ? 0 : try unsafe readFile(into: buffer)
  }

  /// So many bytes of the file at most, or what they unpack to.
  private func chunk(_ size: Int, isUnpacked: Bool = false) throws(ImportError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    let count = try unsafe bytes.withUnsafeMutableBufferPointer { bytes throws(ImportError) in
      let buffer = UnsafeMutableRawBufferPointer(bytes)
      return try unsafe isUnpacked ? readUnpacked(into: buffer) : readFile(into: buffer)
    }
    bytes.removeLast(size - count)
    return bytes
  }

  /// Reads what there is and tells of it; of a pipe nothing before somebody has written into it.
  private func readFile(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    while true {
      try wait()
      let count = unsafe Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 {
        try note(count)
        return count
      }
      // Another reader of the pipe was faster.
      guard isWaitedFor, errno == EAGAIN || errno == EINTR else {
        throw Self.failure(file, errno)
      }
    }
  }

  /// Waits for something to read, or for its end, as long as nobody stops it.
  private func wait() throws(ImportError) {
    guard isWaitedFor else { return }
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&ready, 1, Self.patience) <= 0 { try note(0) }
  }

  /// Tells how far reading is, and stops it where that is wanted.
  private func note(_ count: Int) throws(ImportError) {
    taken += count
    guard progress(taken, size) else { throw .stopped(file) }
  }

  private static func failure(_ path: String, _ code: Int32) -> ImportError {
    guard code != EISDIR else {
      return ImportError(
        of: path, "this is a folder",
        "give the files in it, as FOLDER/*.csv (gazecut import FORMAT --help shows "
          + "which); what comes every night is taken from folders by `gazecut intake`")
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
