import Support

/// Advice about a source that cannot be decoded.
enum DamagedSourceAdvice {
  static func message(of failure: CommandFailure) -> String {
    // libav reports this for a truncated file and for a file that is not a video.
    guard failure.status == .badData, failure.message.contains("Invalid data found") else {
      return failure.message
    }
    return failure.message
      + "; the file is damaged or incomplete: copy it again, and play it to see whether it is whole"
  }
}
