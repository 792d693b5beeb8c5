internal import CFFmpeg
internal import Glibc

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
    case -ENOSPC, -EDQUOT, -EFBIG: .outOfSpace
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
