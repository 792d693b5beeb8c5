import Foundation
import Importers

// Fuzzed, the samples' sources are this module's.
#if canImport(SampleAudience)
  import SampleAudience
#endif

/// One way to read a file: a format with the options it needs.
private struct Reading {
  let format: ImportFormat
  let options: ImportOptions

  /// As a sample is imported: a format's name, and options each with its value.
  init?(_ arguments: [String]) {
    guard let format = arguments.first.flatMap(ImportFormat.named) else { return nil }
    var options = ImportOptions { _ in FrameSize(width: 1280, height: 720) }
    for (name, value) in zip(arguments.dropFirst(), arguments.dropFirst(2)) {
      guard name.hasPrefix("--"), let option = ImportOption(rawValue: String(name.dropFirst(2)))
      else { continue }
      try? options.set(option, to: value)
    }
    self.format = format
    self.options = options
  }

  /// As every sample is imported, so every format and preset.
  ///
  /// Unsafe because options hold a closure; libFuzzer calls from one thread.
  nonisolated(unsafe) static let all: [Reading] =
    (SampleImport.all.map(\.arguments) + [
      ["table", "--video", "v", "--preset", "openface", "--head", "60"],
      // A preset of one's own is a file too.
      ["table", "--video", "v", "--preset-file", path],
    ]).compactMap(Reading.init)
}

/// The file that each input is written to; in memory where the system has such a place.
private let path: String = {
  let folder = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
  return "\(folder)/gazecut-fuzz-\(getpid())"
}()

/// Feeds an input to every format: each reads it or refuses it with an `ImportError`; a trap, a
/// hang or memory without bound is what libFuzzer reports.
@_cdecl("LLVMFuzzerTestOneInput")
public func feed(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Data(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  guard (try? input.write(to: URL(fileURLWithPath: path))) != nil else { return 0 }
  for reading in Reading.all {
    _ = try? reading.format.stage(path, reading.options)
  }
  _ = try? ImportFormat.detectFormat(path)
  return 0
}
