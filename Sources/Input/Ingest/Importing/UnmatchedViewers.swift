import Importers
package import Library
import Workspace

/// Finds viewers with only gaze and viewers with only faces who may be the same people.
package enum UnmatchedViewers {
  /// The kinds of data in the sessions of a viewer.
  package struct Modalities: Sendable {
    /// Name of the viewer, as in the file.
    let viewer: String
    let video: String
    private(set) var gaze: Bool
    private(set) var faces: Bool

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

  /// The warning about a video whose gaze and faces have different viewer names, if there is one.
  ///
  /// There is none if a viewer has both kinds of data, or if one kind is missing completely. The
  /// sentence contains no names.
  package static func warnings(of video: String, in database: LibraryDatabase) throws -> String? {
    let all = try sides(of: video, in: database).values
    return warnings(all, among: all, of: video, "no viewer")
  }

  /// The same warning for one import; `database` is `nil` if there is no library yet.
  static func warnings(
    _ own: [Modalities], of video: String, in database: LibraryDatabase?
  ) throws -> String? {
    var viewers = try database.map { try sides(of: video, in: $0) } ?? [:]
    var names: Set<String> = []
    for sides in own {
      let name = try database?.privacy.pseudonym(ofViewer: sides.viewer) ?? sides.viewer
      viewers[name] = viewers[name].map { $0.with(sides) } ?? sides
      names.insert(name)
    }
    return warnings(
      names.compactMap { viewers[$0] }, among: viewers.values, of: video,
      "no viewer of this import")
  }

  private static func sides(
    of video: String, in database: LibraryDatabase
  ) throws -> [String: Modalities] {
    let reports = try database.sessions.reports(of: video)
    return Dictionary(
      uniqueKeysWithValues: reports.map { viewer, sessions in
        let checks = sessions.compactMap { ImportCheck(text: $0.report) }
        return (viewer, Modalities(viewer, of: video, checks))
      })
  }

  private static func warnings(
    _ taken: some Collection<Modalities>, among all: some Collection<Modalities>, of video: String,
    _ nobody: String
  ) -> String? {
    let oneSided = all.filter { $0.gaze != $0.faces }
    let isApart =
      taken.contains(where: \.gaze) && oneSided.contains(where: \.faces)
      || taken.contains(where: \.faces) && oneSided.contains(where: \.gaze)
    guard isApart, !taken.contains(where: { $0.gaze && $0.faces }) else { return nil }
    return "\(nobody) has both gaze and faces of '\(video)', "
      + "and others have what is missing: files of one person are combined if all give the same name"
  }
}

extension ImportJob {
  /// The warnings for all files of an import, one line per video, with the source of viewer names.
  package func warningsByVideo(_ sides: [UnmatchedViewers.Modalities]) throws -> [String] {
    let database = database ?? (try? library.database(for: .reading))
    return try Dictionary(grouping: sides, by: \.video).sorted { $0.key < $1.key }
      .compactMap { video, sides in
        try UnmatchedViewers.warnings(sides, of: video, in: database).map {
          "odd: \($0). \(naming)"
        }
      }
  }

  /// A sentence on how viewers were named, and how else they can be named.
  private var naming: String {
    let format = format?.name ?? Self.auto
    let kind: String
    if options.viewer != nil {
      kind = "by --viewer, if the file contains no name"
    } else if options.viewerFolder > 0 {
      kind = "by --viewer-from"
    } else if format == "bids" {
      kind =
        "by dataset and subject, as 'Study sub-01' (--viewer-from folder:2 uses the folder: "
        + "'sub-01' of sub-01/beh/)"
    } else {
      kind = "by the file's content, otherwise by its name"
    }
    return "Viewers were named \(kind). --viewer NAME names the viewer of one file, --viewer-from "
      + "those of many files: gazecut import \(format) --help"
  }
}
