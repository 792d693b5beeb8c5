import CFFmpeg
import Glibc
import Synchronization

/// Silences libav's own output and stores the last errors it logged, so that a `MediaError` can
/// include them.
enum LibavLog {
  private static let lines = Mutex<[(thread: UInt, text: String)]>([])
  /// Characters that libass found in no font, by the thread that drew them.
  fileprivate static let missingGlyphs = Mutex<[UInt: Set<Unicode.Scalar>]>([:])
  /// The text of libass's message about such a character, before its code point in hexadecimal.
  private static let missingGlyphMessage = "failed to find any fallback with glyph 0x"

  private static let install: Void = {
    av_log_set_level(AV_LOG_ERROR)
    unsafe av_log_set_callback { source, level, format, arguments in
      guard level <= AV_LOG_WARNING, let format = unsafe format, let arguments = unsafe arguments
      else { return }
      let isFault = level <= AV_LOG_ERROR
      guard unsafe isFault || strstr(format, "fallback with glyph") != nil else { return }
      let line = unsafe LibavLog.text(source, level, format, arguments)
      if isFault { LibavLog.record(line) } else { LibavLog.recordMissingGlyph(line) }
    }
  }()

  /// Returns the last error of this thread, or else of any, since decoders have their own threads,
  /// and clears all lines.
  static func removeLastLine() -> String? {
    let thread = UInt(pthread_self())
    return lines.withLock { lines in
      defer { lines.removeAll() }
      return (lines.last { $0.thread == thread } ?? lines.last)?.text
    }
  }

  /// Whether libav rejected a container because `InputLimits` does not list it.
  static var hasRejectedFormat: Bool {
    lines.withLock { lines in lines.contains { $0.text.hasPrefix("Format not on whitelist") } }
  }

  /// Clears all lines before an operation, so that its errors are not confused with older ones, and
  /// installs the log callback at first use.
  static func clear() {
    install
    lines.withLock { $0.removeAll() }
  }

  private static func recordMissingGlyph(_ line: String) {
    guard let words = line.firstRange(of: missingGlyphMessage) else { return }
    let digits = line[words.upperBound...].prefix { $0.isHexDigit }
    guard let number = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(number) else {
      return
    }
    let thread = UInt(pthread_self())
    missingGlyphs.withLock { _ = $0[thread, default: []].insert(scalar) }
  }

  private static func record(_ raw: String) {
    guard let text = withoutPrefix(raw) else { return }
    let thread = UInt(pthread_self())
    lines.withLock { lines in
      lines.append((thread, text))
      // Threads log many errors for a damaged file. Keep the newest 16.
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

  /// Removes the prefix `[mov,mp4 @ 0x55…]`, whose address differs in each run, and white space at
  /// the end.
  private static func withoutPrefix(_ raw: String) -> String? {
    var rest = Substring(raw)
    while rest.first == "[", let close = rest.firstIndex(of: "]") {
      rest = rest[rest.index(after: close)...].drop { $0 == " " }
    }
    while let last = rest.last, last.isWhitespace || last == "." { rest.removeLast() }
    return rest.isEmpty ? nil : String(rest)
  }
}

/// Characters that libass found in no font on this machine and would draw as boxes.
package enum MissingGlyphs {
  /// Returns the characters that were missing on this thread since the last call, except those that
  /// are invisible anyway, for example joiners.
  package static func take() -> Set<Unicode.Scalar> {
    let thread = UInt(pthread_self())
    let missed = LibavLog.missingGlyphs.withLock { $0.removeValue(forKey: thread) } ?? []
    return missed.filter { scalar in
      !scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isWhitespace
    }
  }
}
