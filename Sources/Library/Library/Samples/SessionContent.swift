package import Audience
import GRDB
import Support

/// Hashes and counts of a session's samples, computed part by part.
struct SessionContent {
  let samples: String
  /// SHA-256 of the samples and the time of recording.
  let whole: String
  /// A non-cryptographic checksum of the samples, 14 times as fast as SHA-256.
  let checksum: Int64
  let count: Int
  /// The emotions that any sample reports, as in `SampleColumns.told`.
  let told: UInt8
  /// Hash of the first seconds (`SessionPrefixHash`); `nil` if the session is too short.
  let beginning: String?

  struct Accumulator: ~Copyable {
    private var digest = SHA256()
    private var running = StreamingHash()
    private var count = 0
    private var told: UInt8 = 0
    private var beginning = SessionPrefixHash()
    private(set) var parts = 0

    /// Adds a part, and calls `take` with its number and its encoding.
    mutating func add(_ part: SampleColumns, _ take: (Int, [UInt8]) throws -> Void) rethrows {
      let bytes = SampleBlob.encode(part)
      try take(parts, bytes)
      add(stored: bytes)
      beginning.add(part)
      count += part.count
      told = part.told.reduce(told, |)
      parts += 1
    }

    /// Adds an encoded part, to the hashes only.
    mutating func add(stored bytes: some Collection<UInt8>) {
      digest.update(bytes)
      running.add(stored: bytes)
    }

    /// The result; `recordedAt` is in seconds since 1970, as stored.
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

extension StreamingHash {
  fileprivate mutating func add(stored bytes: some Collection<UInt8>) {
    let inPlace: Void? = bytes.withContiguousStorageIfAvailable { buffer in
      unsafe add(bytes: UnsafeRawBufferPointer(buffer))
    }
    if inPlace == nil { add(stored: Array(bytes)) }
  }
}

/// The stored hashes of a session, by which damage is detected.
struct SessionHashes: StoredRow, Hashable, Sendable {
  let contentHash: String
  let recordedAt: Double?
  let checksum: Int64

  static let columns = "contentHash, recordedAt, checksum"

  /// Whether these parts are its samples, by the checksum.
  func matchEncodedParts(_ parts: [[UInt8]]) -> Bool {
    var running = StreamingHash()
    for part in parts { running.add(stored: part) }
    return Int64(bitPattern: running.value) == checksum
  }

  func are(of content: SessionContent) -> Bool {
    contentHash == content.whole && checksum == content.checksum
  }
}
