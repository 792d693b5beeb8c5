import CFFmpeg
import Glibc
package import Support

/// An error from reading, decoding, filtering, encoding or writing media.
///
/// Its description is one line, for example:
///
///     Cannot open 'x.mp4': Invalid data found when processing input (moov atom not found)
package struct MediaError: UserFacingError, Hashable, Sendable {
  /// The category of the failure, by which callers decide what to do.
  package var kind: Kind
  /// The AVERROR code of libav; 0 if gazecut itself detected the error.
  package var code: Int32
  /// The operation that failed, as a verb: `open`, `decode`.
  package var operation: String
  package var path: String?
  /// The last line that libav logged, or gazecut's own explanation.
  package var detail: String?

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
    case notPermitted
    /// The file is damaged, truncated, or not a media file.
    case invalidData
    /// This build of libav lacks a component, which one of `available` could replace.
    case missingComponent(Component, name: String, available: [String])
    /// The disk is full, or the disk quota is used up.
    case outOfSpace
    /// A file exceeds the limit of the file system or of the process.
    case fileTooLarge
    case outOfMemory
    case timedOut
    case interrupted
    case unsupported
    /// Reading or writing failed in the operating system.
    case inputOutput
    case other
  }

  /// A component that a build of libav may lack.
  package enum Component: String, Hashable, Sendable {
    case encoder, decoder, filter, muxer, demuxer, `protocol`
    /// Hardware or a driver that an encoder needs, for example a graphics card.
    case device
    /// A preset that an encoder may lack.
    case preset
  }

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

  /// libav's description of an AVERROR code.
  static func text(of code: Int32) -> String {
    unsafe String(writtenInto: 128) { _ = unsafe av_strerror(code, $0, $1) }
  }
}

extension MediaError {
  /// Maps an AVERROR code to a category, as PyAV does.
  static func kind(of code: Int32) -> Kind {
    switch code {
    case gazecut_averror_invalid_data, gazecut_averror_eof, gazecut_averror_stream_not_found:
      .invalidData
    case gazecut_averror_exit, -EINTR: .interrupted
    case gazecut_averror_patch_welcome, -ENOSYS, -ENOTSUP: .unsupported
    case gazecut_averror_encoder_not_found: unnamedComponent(.encoder)
    case gazecut_averror_decoder_not_found: unnamedComponent(.decoder)
    case gazecut_averror_muxer_not_found: unnamedComponent(.muxer)
    case gazecut_averror_demuxer_not_found: unnamedComponent(.demuxer)
    case gazecut_averror_filter_not_found: unnamedComponent(.filter)
    case gazecut_averror_protocol_not_found: unnamedComponent(.protocol)
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

  private static func unnamedComponent(_ component: Component) -> Kind {
    .missingComponent(component, name: "unknown", available: [])
  }

  /// Creates an error for a failed libav call, with the last line that libav logged.
  init(code: Int32, operation: String, path: String?) {
    self.init(
      Self.kind(of: code), operation: operation, path: path, code: code,
      detail: LibavLog.removeLastLine())
  }

  /// Creates an error from `errno` after a failed system call.
  static func system(_ number: Int32, _ operation: String, _ path: String?) -> MediaError {
    MediaError(kind(of: -number), operation: operation, path: path, code: -number)
  }
}

/// Throws a `MediaError` if a libav call returned a negative code.
@discardableResult
func check(
  _ code: Int32, _ operation: @autoclosure () -> String, path: String? = nil
) throws(MediaError) -> Int32 {
  guard code < 0 else { return code }
  throw MediaError(code: code, operation: operation(), path: path)
}

func requireAllocated<Pointee>(
  _ pointer: UnsafeMutablePointer<Pointee>?, _ what: String
) throws(MediaError) -> UnsafeMutablePointer<Pointee> {
  guard let pointer = unsafe pointer else {
    throw MediaError(.outOfMemory, operation: "allocate \(what)", code: -ENOMEM)
  }
  return unsafe pointer
}

extension MediaError {
  package var status: ExitStatus {
    switch kind {
    case .notFound: .notFound
    case .notPermitted: .noPermission
    case .invalidData, .unsupported: .badData
    case .missingComponent: .missingComponent
    case .interrupted: .interrupted
    case .outOfSpace, .fileTooLarge, .inputOutput, .timedOut, .outOfMemory, .other:
      .inputOutputFailed
    }
  }

  package var scope: CommandFailure.Scope {
    switch kind {
    case .outOfSpace: .run
    case .outOfMemory: .machine
    default: .video
    }
  }
}
