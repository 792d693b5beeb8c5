package import Audience
import Foundation
import Hashing

/// What a session holds, by the parts as they are stored.
struct SessionContent {
  /// A digest of the samples alone.
  let samples: String
  /// A digest of the samples and of when they were recorded.
  let whole: String
  let count: Int
  /// The classes that they tell, as `SampleColumns.told`, all together.
  let told: UInt8
  /// By what a longer or a shorter one of the same recording is found, where it lasts for that.
  let beginning: String?

  /// Adds the parts up.
  struct Tally: ~Copyable {
    private var digest = SHA256()
    private var count = 0
    private var told: UInt8 = 0
    private var beginning = SessionBeginning()
    private(set) var parts = 0

    /// Adds a part, and hands over its number and the bytes that it is stored as.
    mutating func add(_ part: SampleColumns, _ take: (Int, [UInt8]) throws -> Void) rethrows {
      let bytes = SampleBlob.encode(part)
      try take(parts, bytes)
      digest.update(bytes)
      beginning.add(part)
      count += part.count
      told = part.told.reduce(told, |)
      parts += 1
    }

    /// What was added.
    consuming func content(recordedAt: Date?) -> SessionContent {
      var whole = SHA256(digest)
      whole.update("\(recordedAt?.timeIntervalSince1970 ?? 0)")
      return SessionContent(
        samples: digest.finalize().hex, whole: whole.finalize().hex, count: count, told: told,
        beginning: beginning.hex())
    }
  }
}

extension LibraryDatabase {
  /// The digest by which samples are known again, whatever their session and file are called.
  ///
  /// - Parameter parts: hands over the samples in parts, as `store` asks for them.
  /// - Returns: 64 hexadecimal digits.
  /// - Throws: what `parts` throws.
  package static func digest(
    ofSamples parts: (_ take: (SampleColumns) throws -> Void) throws -> Void
  ) throws -> String {
    var tally = SessionContent.Tally()
    try parts { tally.add($0) { _, _ in } }
    return tally.content(recordedAt: nil).samples
  }
}
