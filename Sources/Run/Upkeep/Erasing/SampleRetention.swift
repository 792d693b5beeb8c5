import Audience
import Deciding
import Failures
import Foundation
package import Library
import Media
import Publishing
import Selection
import Settings
import Workers
package import Workspace

extension LibraryFolder {
  /// Takes away what the settings keep no longer: retired clips, and samples.
  ///
  /// - Parameter database: the library's, whose lock the caller holds.
  /// - Returns: a line for each video that lost samples, or could not.
  /// - Throws: as `SampleRetention.apply`.
  package func eraseWhatIsOld(_ database: LibraryDatabase) throws -> [String] {
    try sweepRetired(database)
    return try SampleRetention(library: self, database: database).apply()
  }
}

/// Erases samples that are older than `library.keepSamples`; what was folded of them stays.
///
/// The caller holds the library's lock.
struct SampleRetention {
  let library: LibraryFolder
  let database: LibraryDatabase

  /// How often sessions may be replaced while they are read.
  private static let attempts = 3

  /// Erases what is too old, in every video.
  ///
  /// - Returns: a line for each video that lost samples, or could not.
  /// - Throws: `LibraryError`; of a video whose source cannot be read nothing is erased, as nothing
  ///   would stay of it.
  func apply() throws -> [String] {
    let videos = try database.videos()
    let settingsOfVideos = try SettingsOfVideos(videos.map(\.id), library.settings)
    return try videos.compactMap { video in
      guard video.sessions > 0 else { return nil }
      let settings = settingsOfVideos[video.id].settings
      guard let days = settings.library.keepSamples else { return nil }
      return try erase(video.id, settings, days: days)
    }
  }

  private func erase(
    _ video: String, _ settings: Settings, days: Double
  ) throws -> String? {
    let limit = Date().addingTimeInterval(-days * 86_400)
    let age = "older than \(Setting.text(days)) \(days == 1 ? "day" : "days")"
    for _ in 0..<Self.attempts {
      let aged = try database.viewers(of: video, in: .everyone, importedBefore: limit)
      guard !aged.isEmpty else { return nil }
      let source = try? SourceVideo(
        id: video, SourceReader(try library.source(of: video)), library: library, database,
        mayKeep: false)
      guard let source else {
        return "\(video): samples are \(age) (library.keepSamples) and were not erased, since "
          + "nothing would stay of them while its source cannot be read; put the source back, or "
          + "`gazecut remove \(video)`"
      }
      let stays: [AudiencePart: FrozenAudience]?
      do {
        stays = try frozen(video, settings, source, before: limit)
      } catch let failure as CommandFailure where failure.scope == .video {
        return "\(video): samples are \(age) (library.keepSamples) and were not erased: "
          + failure.message
      }
      guard let frozen = stays else { continue }
      if try database.freeze(aged, of: video, as: frozen) {
        return "\(video): erased the samples \(age) (library.keepSamples); what was folded of them "
          + "stays, and names nobody"
      }
    }
    throw LibraryError(
      .busy, operation: "erase old samples of \(video)",
      reason: "its sessions were replaced while they were read; do it again later")
  }

  /// What stays, for everyone and for the part of the audience that decides.
  private func frozen(
    _ video: String, _ settings: Settings, _ source: SourceVideo, before limit: Date
  ) throws -> [AudiencePart: FrozenAudience]? {
    var frozen: [AudiencePart: FrozenAudience] = [:]
    for part in Set([.everyone, settings.selection.viewers]) {
      let aged = try database.viewers(of: video, in: part, importedBefore: limit)
      guard !aged.isEmpty else { continue }
      let reader = AudienceReader(
        database: database, video: video, settings: settings.fold, part: part)
      let stays = try reader.frozen(aged, duration: source.info.duration, aspect: source.aspect)
      guard let stays else { return nil }
      frozen[part] = stays
    }
    return frozen
  }

  /// What nobody can be taken out of; empty where there is no such thing.
  static func remark(_ database: LibraryDatabase) throws -> String {
    let videos = try database.frozenVideos()
    guard !videos.isEmpty else { return "" }
    return " What was folded of samples before they were erased by age (library.keepSamples) names "
      + "nobody, so nobody can be taken out of it: \(videos.joined(separator: ", ")). "
      + "`gazecut remove VIDEO` takes the whole audience of a video out."
  }
}
