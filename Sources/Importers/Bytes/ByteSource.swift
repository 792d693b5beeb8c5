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
  private var memory: ArraySlice<UInt8> = []
  private var unread: ArraySlice<UInt8> = []
  private var isAtStart = true
  /// Bytes of the file as it is stored: how many there are, where that is known, and were read.
  private var size: Int?
  private var taken = 0
  /// Whether it may keep who reads it waiting, as a pipe does until somebody writes into it.
  private(set) var isWaitedFor = false
  /// Milliseconds after which it is asked whether to go on waiting.
  private static let patience: Int32 = 250
  private let progress: (Int, Int?) -> Bool

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - progress: is told bytes read and bytes in all; `false` stops the reading.
  /// - Throws: `ImportError` when it cannot be opened or read.
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
      close(descriptor)
      throw Self.failure(path, EISDIR)
    }
    if status.st_mode & S_IFMT == S_IFREG { size = Int(status.st_size) }
    isWaitedFor = size == nil
    // The first chunk is kept until it is asked for: a pipe cannot be rewound.
    memory = ArraySlice(try readChunk(1 << 16))
    if memory.starts(with: [0x1F, 0x8B]) { inflater = Inflater(file: path) }
  }

  /// Takes text that is in memory, such as a cell of a table.
  init(_ bytes: [UInt8], file: String) {
    self.file = file
    progress = { _, _ in true }
    memory = bytes[...]
  }

  /// Whether it is a file, and no value of another one.
  var isFile: Bool { descriptor >= 0 }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The first bytes of what is to be read next, without reading them; none at the end.
  func peek() throws(ImportError) -> ArraySlice<UInt8> {
    if unread.isEmpty {
      var bytes = [UInt8](repeating: 0, count: 4096)
      var count = 0
      repeat {
        let more = try unsafe bytes[count...].withUnsafeMutableBufferPointer {
          bytes throws(ImportError) in
          try unsafe readUnpacked(into: UnsafeMutableRawBufferPointer(bytes))
        }
        guard more > 0 else { break }
        count += more
      } while isAtStart && count < Self.mark.count
      unread = bytes.prefix(count)
      if isAtStart, unread.starts(with: Self.mark) { unread = unread.dropFirst(Self.mark.count) }
      isAtStart = false
    }
    return unread
  }

  /// Refuses what is no text, and UTF-16, which shows by its mark or its zero bytes.
  func requireText(line: Int) throws(ImportError) {
    let head = Array(try peek().prefix(2))
    let isMarked = head == [0xFF, 0xFE] || head == [0xFE, 0xFF]
    guard isMarked || head.contains(0) else { return }
    let isWide = isMarked || head.count > 1 && (head[0] == 0) != (head[1] == 0)
    throw .refusal(
      of: file, line: line, isWide ? "the text is UTF-16" : "the file is not text",
      isWide ? "save it as UTF-8" : "give a file of this format")
  }

  /// Whether what is to be read looks like JSON: nothing, a bracket, or a mark of UTF-16, which
  /// the reader of JSON names in its complaint.
  func beginsAsJSON() throws(ImportError) -> Bool {
    try peek().drop { $0 <= 0x20 }.first.map { "{[".utf8.contains($0) || $0 >= 0xFE } ?? true
  }

  /// Fills the beginning of `buffer`; how many bytes were read, 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    if isAtStart { _ = try peek() }
    if !unread.isEmpty { return unsafe Self.move(&unread, to: buffer) }
    return try unsafe readUnpacked(into: buffer)
  }

  /// What UTF-8 texts of some programs begin with.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private func readUnpacked(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(ImportError) -> Int {
    guard let inflater else { return try unsafe readStored(into: buffer) }
    return try unsafe inflater.read(into: buffer) { () throws(ImportError) in try nextChunk() }
  }

  private func nextChunk() throws(ImportError) -> [UInt8] {
    defer { memory = [] }
    return memory.isEmpty ? try readChunk(1 << 18) : Array(memory)
  }

  private func readStored(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(ImportError) -> Int {
    if !memory.isEmpty { return unsafe Self.move(&memory, to: buffer) }
    guard descriptor >= 0 else { return 0 }
    let count = try unsafe readFile(into: buffer)
    try note(count)
    return count
  }

  /// Reads what there is; of a pipe nothing before somebody has written into it.
  private func readFile(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    while true {
      try wait()
      let count = unsafe Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
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

  private static func move(
    _ bytes: inout ArraySlice<UInt8>, to buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    let count = min(buffer.count, bytes.count)
    unsafe buffer.copyBytes(from: bytes.prefix(count))
    bytes = bytes.dropFirst(count)
    return count
  }

  private func readChunk(_ size: Int) throws(ImportError) -> [UInt8] {
    var failure: ImportError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      do throws(ImportError) {
        count = try unsafe readFile(into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    try note(bytes.count)
    return bytes
  }

  private static func failure(_ path: String, _ code: Int32) -> ImportError {
    let kind: ImportError.Kind =
      switch code {
      case ENOENT, ENOTDIR: .notFound
      case EACCES, EPERM: .permission
      case EISDIR: .badData
      default: .readFailed
      }
    guard code != EISDIR else {
      return ImportError(
        kind, file: path, problem: "this is a folder",
        remedy: "give the files in it, as FOLDER/*.csv (gazecut import FORMAT --help shows "
          + "which); what comes every night is taken from folders by `gazecut intake`")
    }
    let reason = unsafe String(cString: strerror(code)).lowercased()
    return ImportError(kind, file: path, problem: reason, remedy: "give a file that can be read")
  }
}
