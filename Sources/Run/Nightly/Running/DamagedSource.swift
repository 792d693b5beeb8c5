import Support

/// Advice about a source that cannot be decoded.
enum DamagedSource {
  /// The message of a failure, with what to do if the file is damaged.
  static func message(of failure: CommandFailure) -> String {
    // What libav reports of a file that is cut off, or is no film at all.
    guard failure.status == .badData, failure.message.contains("Invalid data found") else {
      return failure.message
    }
    return failure.message
      + "; the file is damaged or incomplete: copy it again, and play it to see whether it is whole"
  }
}
