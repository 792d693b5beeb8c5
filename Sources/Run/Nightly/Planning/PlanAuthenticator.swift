import EditDecisions
import Library
import Support

/// Seals a plan's header and videos with a code under the library's key, and knows them again.
///
/// Workers do not have the key: what they, or anyone else who writes to the folder, change or take
/// from another plan is not recorded. The digest of a video's jobs and decisions is part of it.
struct PlanAuthenticator: Sendable {
  /// The plan's own name, which is in the seal of each of its videos.
  let id: String
  let database: LibraryDatabase

  init(_ database: LibraryDatabase) {
    var random = SystemRandomNumberGenerator()
    self.init(
      id: (0..<4).map { _ in String(random.next() as UInt32, radix: 16) }.joined(), database)
  }

  /// That of a plan that is there.
  init(id: String, _ database: LibraryDatabase) { (self.id, self.database) = (id, database) }

  /// The code of a document whose seal is empty; `nil` in a library without a key.
  private func code(_ kind: String, _ document: some Encodable) throws -> String? {
    try database.seal("\(id)\n\(kind)\n\(JSONLine.encode(document))")
  }

  func sealed(_ video: PlannedVideo) throws -> PlannedVideo {
    var video = video
    video.seal = ""
    video.seal = try code("video", video) ?? ""
    return video
  }

  func sealed(_ header: PlanHeader) throws -> PlanHeader {
    var header = header
    header.seal = ""
    header.seal = try code("header", header) ?? ""
    return header
  }

  /// Whether a video is as it was sealed; none is in a library without a key.
  func hasValidCode(_ video: PlannedVideo) throws -> Bool {
    try !video.seal.isEmpty && sealed(video).seal == video.seal
  }

  /// Refuses a header that this library did not seal; an empty plan needs no key.
  ///
  /// - Throws: `CommandFailure` 65.
  func require(_ header: PlanHeader, at path: String) throws {
    guard try header.library == database.mark() else {
      throw CommandFailure(.badData, "'\(path)' is a plan of another library")
    }
    guard try sealed(header).seal == header.seal, !header.seal.isEmpty || header.videos == 0 else {
      throw CommandFailure(
        .badData, "'\(path)/plan.json' is not as it was planned; plan again")
    }
  }
}
