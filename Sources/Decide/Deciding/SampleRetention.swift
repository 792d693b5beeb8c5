import Audience
import Foundation
package import Library
import Media
import Rendering
import Selection
import Settings
import Support
package import Workspace

/// Deletes samples older than `library.keepSamples`; their aggregated audience stays.
///
/// The caller must hold the library's lock.
package struct SampleRetention {
  let library: LibraryFolder
  let database: LibraryDatabase

  package init(library: LibraryFolder, database: LibraryDatabase) {
    (self.library, self.database) = (library, database)
  }

  private static let attempts = 3

  /// Deletes old samples; returns one line per video that lost samples or whose deletion failed.
  ///
  /// If the source of a video cannot be read, its samples are not deleted, because they cannot be
  /// aggregated then.
  package func apply() throws -> [String] {
    let videos = try database.videos.all()
    let settingsOfVideos = try PerVideoSettings(videos.map(\.id), library.settings)
    return try videos.compactMap { video in
      guard video.sessions > 0 else { return nil }
      let settings = settingsOfVideos[video.id].settings
      guard let days = settings.library.keepSamples else { return nil }
      return try erase(video.id, settings, days: days)
    }
  }

  private func erase(_ video: String, _ settings: Settings, days: Double) throws -> String? {
    let limit = Date().addingTimeInterval(-days * 86_400)
    let age = "older than \(Setting.text(days)) \(days == 1 ? "day" : "days")"
    for _ in 0..<Self.attempts {
      let aged = try database.sessions.viewers(of: video, in: .everyone, importedBefore: limit)
      guard !aged.isEmpty else { return nil }
      let source = try? SourceVideo(
        id: video, SourceReader(try library.source(of: video)), library: library, database,
        canCache: false)
      guard let source else {
        return "\(video): samples are \(age) (library.keepSamples) and were not erased, since they "
          + "cannot be aggregated without the source; put the source back, or run "
          + "`gazecut remove \(video)`"
      }
      let stays: [AudienceSubset: RetainedAudience]?
      do {
        stays = try frozen(video, settings, source, before: limit)
      } catch let failure as CommandFailure where failure.scope == .video {
        return "\(video): samples are \(age) (library.keepSamples) and were not erased: "
          + failure.message
      }
      guard let frozen = stays else { continue }
      if try database.audiences.replaceSamplesByAggregate(aged, of: video, as: frozen) {
        return "\(video): erased the samples \(age) (library.keepSamples); their anonymous "
          + "aggregate remains"
      }
    }
    throw LibraryError(
      .busy, operation: "erase old samples of \(video)",
      reason: "its sessions were replaced while they were read; try again later")
  }

  /// Aggregates old samples, for everyone and for the part of the audience that the settings use.
  private func frozen(
    _ video: String, _ settings: Settings, _ source: SourceVideo, before limit: Date
  ) throws -> [AudienceSubset: RetainedAudience]? {
    var frozen: [AudienceSubset: RetainedAudience] = [:]
    for part in Set([.everyone, settings.selection.viewers]) {
      let aged = try database.sessions.viewers(of: video, in: part, importedBefore: limit)
      guard !aged.isEmpty else { continue }
      let reader = AudienceReader(
        database: database, video: video, settings: settings.fold, part: part)
      let stays = try reader.retainedAudience(
        of: aged, duration: source.info.duration, aspect: source.aspect)
      guard let stays else { return nil }
      frozen[part] = stays
    }
    return frozen
  }
}
