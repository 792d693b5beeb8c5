package import Audience
import Files
import Foundation
import GRDB

/// What a session holds, by the parts as they are stored.
struct SessionContent {
  /// A digest of the samples alone.
  let samples: String
  /// A digest of the samples and of when they were recorded.
  let whole: String
  /// A digest of the samples that is made fourteen times as fast.
  let checksum: Int64
  let count: Int
  /// The classes that they tell, as `SampleColumns.told`, all together.
  let told: UInt8
  /// By what a longer or a shorter one of the same recording is found, where it lasts for that.
  let beginning: String?

  /// Adds the parts up.
  struct Tally: ~Copyable {
    private var digest = SHA256()
    private var running = RunningDigest()
    private var count = 0
    private var told: UInt8 = 0
    private var beginning = SessionBeginning()
    private(set) var parts = 0

    /// Adds a part, and hands over its number and the bytes that it is stored as.
    mutating func add(_ part: SampleColumns, _ take: (Int, [UInt8]) throws -> Void) rethrows {
      let bytes = SampleBlob.encode(part)
      try take(parts, bytes)
      add(stored: bytes)
      beginning.add(part)
      count += part.count
      told = part.told.reduce(told, |)
      parts += 1
    }

    /// Adds a part as it is stored, to the digests alone.
    mutating func add(stored bytes: some Collection<UInt8>) {
      digest.update(bytes)
      running.add(stored: bytes)
    }

    /// What was added; `recordedAt` is in seconds since 1970, as it is stored.
    consuming func content(recordedAt: Double?) -> SessionContent {
      var whole = SHA256(digest)
      whole.update("\(recordedAt ?? 0)")
      return SessionContent(
        samples: digest.finalize().hex, whole: whole.finalize().hex,
        checksum: Int64(bitPattern: running.value), count: count, told: told,
        beginning: beginning.hex())
    }
  }
}

extension RunningDigest {
  /// Adds a part of a session's samples as it is stored.
  fileprivate mutating func add(stored bytes: some Collection<UInt8>) {
    let inPlace: Void? = bytes.withContiguousStorageIfAvailable { buffer in
      unsafe add(bytes: UnsafeRawBufferPointer(buffer))
    }
    if inPlace == nil { add(stored: Array(bytes)) }
  }
}

/// By what the samples of a session are known to be as they were imported.
struct SessionDigests: StoredRow, Hashable, Sendable {
  /// `SessionContent.whole`.
  let contentHash: String
  let recordedAt: Double?
  /// `SessionContent.checksum`.
  let checksum: Int64

  static let columns = "contentHash, recordedAt, checksum"

  /// Whether these parts are its samples, by the checksum.
  func areOf(_ parts: [[UInt8]]) -> Bool {
    var running = RunningDigest()
    for part in parts { running.add(stored: part) }
    return Int64(bitPattern: running.value) == checksum
  }

  /// Whether this is what it holds, by all digests.
  func are(of content: SessionContent) -> Bool {
    contentHash == content.whole && checksum == content.checksum
  }
}

extension LibraryDatabase {
  /// The digests of a session; `nil` for one that is gone.
  static func digests(of session: Int64, _ db: Database) throws -> SessionDigests? {
    try SessionDigests.fetchOne(
      db.cachedStatement(sql: "SELECT \(SessionDigests.columns) FROM session WHERE id = ?"),
      arguments: [session])
  }

  /// Whether all that is stored of a session is as it was imported; a part at a time is in memory.
  static func isWhole(_ session: Int64, _ db: Database) throws -> Bool {
    guard let digests = try digests(of: session, db) else { return false }
    var tally = SessionContent.Tally()
    try eachPart(of: session, db) { part in
      tally.add(stored: part)
      return true
    }
    return digests.are(of: tally.content(recordedAt: digests.recordedAt))
  }

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
