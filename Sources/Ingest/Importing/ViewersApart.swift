import Importers
package import Library

/// Gaze and faces of a video that no name joins: one person's come in under two names.
package enum ViewersApart {
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
    let viewers = try database.reports(of: video).map { sessions in
      let checks = sessions.compactMap { ImportCheck(text: $0.report) }
      return (
        gaze: checks.contains { $0.usableGaze != nil },
        faces: checks.contains { $0.usableFaces != nil },
        isOwn: own.map { own in sessions.contains { own.contains($0.id) } } ?? true
      )
    }
    let taken = viewers.filter(\.isOwn)
    let oneSided = viewers.filter { $0.gaze != $0.faces }
    let isApart =
      taken.contains(where: \.gaze) && oneSided.contains(where: \.faces)
      || taken.contains(where: \.faces) && oneSided.contains(where: \.gaze)
    guard isApart, !taken.contains(where: { $0.gaze && $0.faces }) else { return nil }
    return "no viewer \(own == nil ? "" : "of this import ")has both gaze and faces of '\(video)', "
      + "and others have the side that is lacking: one person's files join where all give one name"
  }
}

extension ImportJob {
  /// What is odd about the sides that viewers of these sessions tell, a sentence a video, and which
  /// kind of name they came in under.
  ///
  /// - Parameter stored: the sessions that the files brought, by the video.
  /// - Returns: lines; they name nobody.
  /// - Throws: `LibraryError`.
  package func apart(_ stored: [String: Set<Int64>]) throws -> [String] {
    guard let database else { return [] }
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
