import Importers
package import Library
import Workspace

/// Gaze and faces of a video that no name joins: one person's come in under two names.
package enum UnmatchedViewers {
  /// Which sides the sessions of a viewer tell.
  package struct Modalities: Sendable {
    /// Who it is, by the name that the file gives.
    let viewer: String
    let video: String
    private(set) var gaze = false
    private(set) var faces = false

    init(_ viewer: String, of video: String, _ checks: [ImportCheck]) {
      (self.viewer, self.video) = (viewer, video)
      gaze = checks.contains { $0.usableGaze != nil }
      faces = checks.contains { $0.usableFaces != nil }
    }

    func with(_ other: Modalities) -> Modalities {
      var both = self
      (both.gaze, both.faces) = (gaze || other.gaze, faces || other.faces)
      return both
    }
  }

  /// What is odd about the sides that a video's viewers tell.
  ///
  /// - Parameters:
  ///   - video: the video's id.
  ///   - database: the library's.
  /// - Returns: a sentence that names nobody; `nil` where a viewer has both sides, or nobody has
  ///   the side that others lack.
  /// - Throws: `LibraryError`.
  package static func odd(of video: String, in database: LibraryDatabase) throws -> String? {
    let all = try sides(of: video, in: database).values
    return odd(all, among: all, of: video, "no viewer")
  }

  /// The same of one import, whether it was stored or only looked at.
  ///
  /// - Parameters:
  ///   - own: what its sessions tell.
  ///   - video: the video's id.
  ///   - database: the library's; `nil` where there is none yet.
  /// - Returns: a sentence that names nobody, or `nil`.
  /// - Throws: `LibraryError`.
  static func odd(
    _ own: [Modalities], of video: String, in database: LibraryDatabase?
  ) throws -> String? {
    var viewers = try database.map { try sides(of: video, in: $0) } ?? [:]
    var names: Set<String> = []
    for sides in own {
      let name = try database?.pseudonym(ofViewer: sides.viewer) ?? sides.viewer
      viewers[name] = viewers[name].map { $0.with(sides) } ?? sides
      names.insert(name)
    }
    return odd(
      names.compactMap { viewers[$0] }, among: viewers.values, of: video,
      "no viewer of this import")
  }

  private static func sides(
    of video: String, in database: LibraryDatabase
  ) throws -> [String: Modalities] {
    let reports = try database.reports(of: video)
    return Dictionary(
      uniqueKeysWithValues: reports.map { viewer, sessions in
        (
          viewer,
          Modalities(viewer, of: video, sessions.compactMap { ImportCheck(text: $0.report) })
        )
      })
  }

  private static func odd(
    _ taken: some Collection<Modalities>, among all: some Collection<Modalities>, of video: String,
    _ nobody: String
  ) -> String? {
    let oneSided = all.filter { $0.gaze != $0.faces }
    let isApart =
      taken.contains(where: \.gaze) && oneSided.contains(where: \.faces)
      || taken.contains(where: \.faces) && oneSided.contains(where: \.gaze)
    guard isApart, !taken.contains(where: { $0.gaze && $0.faces }) else { return nil }
    return "\(nobody) has both gaze and faces of '\(video)', "
      + "and others have the side that is lacking: one person's files join where all give one name"
  }
}

extension ImportJob {
  /// What is odd about the sides that the sessions of files tell, a sentence a video, and which
  /// kind of name their viewers came in under.
  ///
  /// - Parameter sides: of all the files.
  /// - Returns: lines; they name nobody.
  /// - Throws: `LibraryError`.
  package func apart(_ sides: [UnmatchedViewers.Modalities]) throws -> [String] {
    let database = database ?? (try? library.database(for: .reading))
    return try Dictionary(grouping: sides, by: \.video).sorted { $0.key < $1.key }
      .compactMap { video, sides in
        try UnmatchedViewers.odd(sides, of: video, in: database).map { "odd: \($0). \(naming)" }
      }
  }

  /// What viewers are named by, and what names them otherwise.
  private var naming: String {
    let format = format?.name ?? Self.auto
    let kind: String
    if options.viewer != nil {
      kind = "by --viewer, where the file does not say"
    } else if options.viewerFolder > 0 {
      kind = "by --viewer-from"
    } else if format == "bids" {
      kind =
        "by dataset and subject, as 'Study sub-01' (--viewer-from folder:2 takes the folder: "
        + "'sub-01' of sub-01/beh/)"
    } else {
      kind = "by what the file says, else by the file's name"
    }
    return "These were named \(kind); --viewer NAME names the viewer of a file, --viewer-from "
      + "those of many: gazecut import \(format) --help"
  }
}
