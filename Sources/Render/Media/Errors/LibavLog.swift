internal import CFFmpeg
internal import Glibc
internal import Synchronization

/// Keeps libav quiet, and remembers the last fault it reported so that an error can carry it.
enum LibavLog {
  /// A reported line and the thread that reported it.
  private struct Line {
    var thread: UInt
    var text: String
  }

  private static let lines = Mutex<[Line]>([])
  /// Letters that libass missed in every font, by the thread that drew them.
  fileprivate static let missing = Mutex<[UInt: Set<Unicode.Scalar>]>([:])
  /// What libass says of such a letter, before its number in hexadecimal digits.
  private static let missingWords = "failed to find any fallback with glyph 0x"

  /// Installs the collector; the first use of `static let` makes this happen once.
  static let install: Void = {
    av_log_set_level(AV_LOG_ERROR)
    unsafe av_log_set_callback { source, level, format, arguments in
      guard level <= AV_LOG_WARNING, let format = unsafe format, let arguments = unsafe arguments
      else { return }
      let isFault = level <= AV_LOG_ERROR
      guard unsafe isFault || strstr(format, "fallback with glyph") != nil else { return }
      let line = unsafe LibavLog.text(source, level, format, arguments)
      if isFault { LibavLog.record(line) } else { LibavLog.recordMissing(line) }
    }
  }()

  /// The last fault reported by this thread, else by any (decoders log from theirs); forgets all.
  static func takeLastLine() -> String? {
    let thread = UInt(pthread_self())
    return lines.withLock { lines in
      defer { lines.removeAll() }
      return (lines.last { $0.thread == thread } ?? lines.last)?.text
    }
  }

  /// Whether a file was of a container that `OpenPolicy` does not list.
  static var hasRefusedFormat: Bool {
    lines.withLock { lines in lines.contains { $0.text.hasPrefix("Format not on whitelist") } }
  }

  /// Forgets what was reported, before an operation whose faults are to be told from older ones.
  static func clear() {
    lines.withLock { $0.removeAll() }
  }

  private static func recordMissing(_ line: String) {
    guard let words = line.firstRange(of: missingWords) else { return }
    let digits = line[words.upperBound...].prefix { $0.isHexDigit }
    guard let number = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(number) else {
      return
    }
    let thread = UInt(pthread_self())
    missing.withLock { _ = $0[thread, default: []].insert(scalar) }
  }

  private static func record(_ raw: String) {
    guard let text = tidy(raw) else { return }
    let line = Line(thread: UInt(pthread_self()), text: text)
    lines.withLock { lines in
      lines.append(line)
      // Faults of worker threads pile up on damaged files; the newest few are enough.
      if lines.count > 16 { lines.removeFirst() }
    }
  }

  private static func text(
    _ source: UnsafeMutableRawPointer?, _ level: Int32, _ format: UnsafePointer<CChar>,
    _ arguments: CVaListPointer
  ) -> String {
    var prefix: Int32 = 0
    return unsafe String(writtenInto: 512) {
      _ = unsafe av_log_format_line2(source, level, format, arguments, $0, Int32($1), &prefix)
    }
  }

  /// Without the `[mov,mp4 @ 0x55…]` prefix (addresses differ from run to run) and white space.
  private static func tidy(_ raw: String) -> String? {
    var rest = Substring(raw)
    while rest.first == "[", let close = rest.firstIndex(of: "]") {
      rest = rest[rest.index(after: close)...].drop { $0 == " " }
    }
    while let last = rest.last, last.isWhitespace || last == "." { rest.removeLast() }
    return rest.isEmpty ? nil : String(rest)
  }
}

/// What libass said of letters that no font on this machine has, which it would draw as boxes.
package enum MissingLetters {
  /// The letters that were missed on this thread since this was last asked.
  ///
  /// What shows nothing anyway (joiners, variation selectors) is left out.
  package static func take() -> Set<Unicode.Scalar> {
    let thread = UInt(pthread_self())
    let missed = LibavLog.missing.withLock { $0.removeValue(forKey: thread) } ?? []
    return missed.filter { scalar in
      !scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isWhitespace
    }
  }
}
