internal import CFFmpeg
internal import Glibc

/// Why something could not be read, decoded, filtered, encoded or written.
///
/// The description is one line: `Cannot open 'x.mp4': Invalid data found when processing input
/// (moov atom not found)`.
package struct MediaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What sort of failure it is: what a caller decides by.
  package var kind: Kind
  /// The AVERROR behind it; 0 when gazecut itself found the fault.
  package var code: Int32
  /// What was being done, as a verb: `open`, `decode`.
  package var operation: String
  package var path: String?
  /// What libav logged last, or what was found wrong.
  package var detail: String?

  /// Makes an error that gazecut itself found.
  package init(
    _ kind: Kind, operation: String, path: String? = nil, code: Int32 = 0, detail: String? = nil
  ) {
    self.kind = kind
    self.code = code
    self.operation = operation
    self.path = path
    self.detail = detail
  }

  package enum Kind: Hashable, Sendable {
    case notFound
    /// The file or folder may not be read or written.
    case notPermitted
    /// The file is damaged, cut short, or not media.
    case invalidData
    /// This build of libav lacks a part; `available` lists those that could stand in.
    case missingComponent(Component, name: String, available: [String])
    /// The disk, or the quota on it, is full.
    case outOfSpace
    /// A file grew beyond what the file system, or a limit of the process, allows.
    case fileTooLarge
    case outOfMemory
    case timedOut
    case interrupted
    /// The input is sound, but of a sort that is not handled.
    case unsupported
    /// Reading or writing failed below libav.
    case inputOutput
    case other
  }

  /// A part that a build of libav may lack.
  package enum Component: String, Hashable, Sendable {
    case encoder, decoder, filter, muxer, demuxer, `protocol`
    /// What an encoder that is built in needs of the machine: a graphics card, a driver.
    case device
    /// A preset of an encoder.
    case preset
  }

  /// One line: what failed, on which file, and why.
  package var description: String {
    var line = "Cannot \(operation)"
    if let path { line += " '\(path)'" }
    let reason = reasonText
    if let reason { line += ": \(reason)" }
    guard let detail, detail != reason else { return line }
    return line + (reason == nil ? ": \(detail)" : " (\(detail))")
  }

  private var reasonText: String? {
    switch kind {
    case .missingComponent(let component, let name, let available):
      let text =
        switch component {
        case .device: "the encoder '\(name)' does not work on this machine"
        case .preset: "the encoder has no preset '\(name)'"
        default: "this build of FFmpeg has no \(component.rawValue) '\(name)'"
        }
      return available.isEmpty ? text : text + "; available: " + available.joined(separator: ", ")
    case .interrupted: return "interrupted"
    default: return code == 0 ? nil : Self.text(of: code)
    }
  }

  /// libav's words for a code.
  static func text(of code: Int32) -> String {
    unsafe String(writtenInto: 128) { _ = unsafe av_strerror(code, $0, $1) }
  }
}

extension MediaError {
  /// The one table from AVERROR codes to kinds (after PyAV's).
  static func kind(of code: Int32) -> Kind {
    switch code {
    case gazecut_averror_invalid_data, gazecut_averror_eof, gazecut_averror_stream_not_found:
      .invalidData
    case gazecut_averror_exit, -EINTR: .interrupted
    case gazecut_averror_patch_welcome, -ENOSYS, -ENOTSUP: .unsupported
    case gazecut_averror_encoder_not_found: missing(.encoder)
    case gazecut_averror_decoder_not_found: missing(.decoder)
    case gazecut_averror_muxer_not_found: missing(.muxer)
    case gazecut_averror_demuxer_not_found: missing(.demuxer)
    case gazecut_averror_filter_not_found: missing(.filter)
    case gazecut_averror_protocol_not_found: missing(.protocol)
    case -ENOENT, -ENOTDIR: .notFound
    case -EACCES, -EPERM, -EROFS: .notPermitted
    case -ENOSPC, -EDQUOT: .outOfSpace
    case -EFBIG: .fileTooLarge
    case -ENOMEM: .outOfMemory
    case -ETIMEDOUT: .timedOut
    case -EIO, -EISDIR, -EMFILE, -ENFILE, -ESPIPE: .inputOutput
    default: .other
    }
  }

  private static func missing(_ component: Component) -> Kind {
    .missingComponent(component, name: "unknown", available: [])
  }

  /// Makes an error from a failing libav call, with the last line libav logged on the way.
  init(code: Int32, operation: String, path: String?) {
    self.init(
      Self.kind(of: code), operation: operation, path: path, code: code,
      detail: LibavLog.takeLastLine())
  }

  /// Makes an error from `errno` after a failing system call.
  static func system(_ number: Int32, _ operation: String, _ path: String?) -> MediaError {
    MediaError(kind(of: -number), operation: operation, path: path, code: -number)
  }
}

/// Turns a failing libav return code into an error, at the call, once.
@discardableResult
func check(
  _ code: Int32, _ operation: @autoclosure () -> String, path: String? = nil
) throws(MediaError) -> Int32 {
  guard code < 0 else { return code }
  throw MediaError(code: code, operation: operation(), path: path)
}

/// Turns a failed allocation into an error.
func allocated<Pointee>(
  _ pointer: UnsafeMutablePointer<Pointee>?, _ what: String
) throws(MediaError) -> UnsafeMutablePointer<Pointee> {
  guard let pointer = unsafe pointer else {
    throw MediaError(.outOfMemory, operation: "allocate \(what)", code: -ENOMEM)
  }
  return unsafe pointer
}
