import Library
import Support

/// Authenticates the header and videos of a plan with an HMAC under the library's key.
///
/// Workers do not have the key. So a plan whose content was changed, or replaced with content of
/// another plan, is not recorded. The code of a video covers the hash of its jobs and decisions.
struct PlanAuthenticator: Sendable {
  let id: String
  let database: LibraryDatabase

  init(_ database: LibraryDatabase) {
    var random = SystemRandomNumberGenerator()
    self.init(
      id: (0..<4).map { _ in String(random.next() as UInt32, radix: 16) }.joined(), database)
  }

  init(id: String, _ database: LibraryDatabase) { (self.id, self.database) = (id, database) }

  /// The code of a document whose `seal` is empty; `nil` if the library has no key.
  private func code(_ kind: String, _ document: some Encodable) throws -> String? {
    try database.seal("\(id)\n\(kind)\n\(SingleLineJSON.encode(document))")
  }

  func authenticated(_ video: PlannedVideo) throws -> PlannedVideo {
    var video = video
    video.seal = ""
    video.seal = try code("video", video) ?? ""
    return video
  }

  func authenticated(_ header: PlanHeader) throws -> PlanHeader {
    var header = header
    header.seal = ""
    header.seal = try code("header", header) ?? ""
    return header
  }

  /// Whether the code of a video is valid; `false` if the library has no key.
  func hasValidCode(_ video: PlannedVideo) throws -> Bool {
    try !video.seal.isEmpty && authenticated(video).seal == video.seal
  }

  /// Throws if this library did not write the header.
  ///
  /// An empty plan needs no code.
  ///
  /// - Throws: `CommandFailure` 65.
  func require(_ header: PlanHeader, at path: String) throws {
    guard try header.library == database.mark() else {
      throw CommandFailure(.badData, "'\(path)' is a plan of another library")
    }
    guard try authenticated(header).seal == header.seal, !header.seal.isEmpty || header.videos == 0
    else {
      throw CommandFailure(.badData, "'\(path)/plan.json' was changed after planning; plan again")
    }
  }
}
