import Importers
package import Library
import Workspace

/// Gaze and faces of a video that no name joins: one person's come in under two names.
package enum ViewersApart {
  /// Which sides the sessions of a viewer tell.
  package struct Sides: Sendable {
    /// Who it is, by the name that the file gives.
    let viewer: String
    let video: String
    var gaze = false
    var faces = false
    /// Whether a session of theirs is of the import that is asked about.
    var isOwn = false

    mutating func add(_ check: ImportCheck?) {
      gaze = gaze || check?.usableGaze != nil
      faces = faces || check?.usableFaces != nil
    }
  }

  /// What is odd about the sides that a video's viewers tell.
  ///
  /// - Parameters:
  ///   - own: the sessions of one import; `nil` for all of the video's.
  ///   - video: the video's id.
  ///   - database: the library's.
  /// - Returns: a sentence that names nobody; `nil` where a viewer of these has both sides, or
  ///   nobody has the side that they lack.
  /// - Throws: `LibraryError`.
  package static func odd(
    _ own: Set<Int64>? = nil, of video: String, in database: LibraryDatabase
  ) throws -> String? {
    odd(try sides(of: video, own, in: database).values, of: video, isAll: own == nil)
  }

  /// The same of an import that stores nothing.
  ///
  /// - Parameters:
  ///   - seen: what its sessions tell.
  ///   - video: the video's id.
  ///   - database: the library's; `nil` where there is none yet.
  /// - Returns: a sentence that names nobody, or `nil`.
  /// - Throws: `LibraryError`.
  static func odd(
    of seen: [Sides], of video: String, in database: LibraryDatabase?
  ) throws -> String? {
    var viewers = try database.map { try sides(of: video, [], in: $0) } ?? [:]
    for one in seen {
      let name = try database?.pseudonym(ofViewer: one.viewer) ?? one.viewer
      var all = viewers[name] ?? one
      all.isOwn = true
      (all.gaze, all.faces) = (all.gaze || one.gaze, all.faces || one.faces)
      viewers[name] = all
    }
    return odd(viewers.values, of: video, isAll: false)
  }

  private static func sides(
    of video: String, _ own: Set<Int64>?, in database: LibraryDatabase
  ) throws -> [String: Sides] {
    try database.reports(of: video).reduce(into: [:]) { viewers, viewer in
      var sides = Sides(viewer: viewer.key, video: video)
      for session in viewer.value {
        sides.add(ImportCheck(text: session.report))
        sides.isOwn = sides.isOwn || own?.contains(session.id) ?? true
      }
      viewers[viewer.key] = sides
    }
  }

  private static func odd(
    _ viewers: some Collection<Sides>, of video: String, isAll: Bool
  ) -> String? {
    let taken = viewers.filter(\.isOwn)
    let oneSided = viewers.filter { $0.gaze != $0.faces }
    let isApart =
      taken.contains(where: \.gaze) && oneSided.contains(where: \.faces)
      || taken.contains(where: \.faces) && oneSided.contains(where: \.gaze)
    guard isApart, !taken.contains(where: { $0.gaze && $0.faces }) else { return nil }
    return "no viewer \(isAll ? "" : "of this import ")has both gaze and faces of '\(video)', "
      + "and others have the side that is lacking: one person's files join where all give one name"
  }
}

extension ImportJob {
  /// What is odd about the sides that viewers of these sessions tell, a sentence a video, and which
  /// kind of name they came in under.
  ///
  /// - Parameters:
  ///   - stored: the sessions that the files brought, by the video.
  ///   - seen: what the files told, where they were only looked at.
  /// - Returns: lines; they name nobody.
  /// - Throws: `LibraryError`.
  package func apart(
    _ stored: [String: Set<Int64>], seen: [ViewersApart.Sides] = []
  ) throws -> [String] {
    guard let database else {
      let kept = try? library.database(for: .reading)
      return try Dictionary(grouping: seen, by: \.video).sorted { $0.key < $1.key }
        .compactMap { video, sides in
          try ViewersApart.odd(of: sides, of: video, in: kept).map { "odd: \($0). \(naming)" }
        }
    }
    return try stored.sorted { $0.key < $1.key }.compactMap { video, ids in
      try ViewersApart.odd(ids, of: video, in: database).map { "odd: \($0). \(naming)" }
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
