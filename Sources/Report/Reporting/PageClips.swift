import EditDecisions
import Foundation
import Library
import Support
import Workspace

/// The clips of a page: the last decisions with their files and crops.
struct PageClips {
  let video: String
  let document: DecisionDocument
  /// Files of current clips, by clip ID.
  let files: [String: Clip]
  let folder: String
  let postings: [PublicationNote]
  /// Minimum group size for published figures.
  let least: Int
  var moments: [Moment] { document.moments.sorted { $0.rank < $1.rank } }
  var clips: [PageClip] { moments.map(clip) }

  private func clip(_ moment: Moment) -> PageClip {
    let why = moment.why
    var clip = PageClip(moment: Self.told(moment, least))
    if let file = files[moment.id] {
      clip.file = "../shorts/\(video)/\(file.fileName)"
      clip.poster = Self.poster(of: file).map { "../shorts/\(video)/\($0)" }
      clip.captionText = captionText(in: file)
    }
    clip.shapes = document.shapes.compactMap { shape in
      let id = shape.moments.first { $0.moment == moment.id }?.id
      return id.flatMap { files[$0] }.map { (shape.profile, "../shorts/\(video)/\($0.fileName)") }
    }
    if why.viewers >= least {
      if let stealer = why.sceneStealer { clip.remarks.append("Most looked at: \(stealer).") }
      if let framedBy = moment.framedByText { clip.remarks.append("Framed with \(framedBy).") }
      if let covered = moment.framing.coveredText {
        clip.remarks.append("\(covered.prefix(1).uppercased())\(covered.dropFirst()).")
      }
    }
    if let wish = why.wish {
      clip.remarks.append("Override: \(wish).")
    } else if why.chosenBy != nil {
      clip.remarks.append("Chosen by a person.")
    }
    if let resting = why.resting {
      clip.remarks.append("\(resting.prefix(1).uppercased())\(resting.dropFirst()).")
      if why.viewers == 0, let framedBy = moment.framedByText {
        clip.remarks.append("Framed with \(framedBy).")
      }
    } else if why.viewers == 0 {
      clip.remarks.append(Self.withoutFigures(why))
    }
    if clip.file == nil { clip.remarks.append("Not rendered yet: `gazecut run`.") }
    clip.published = postings.of(moment).map {
      .init(day: PageDates.date($0.at), place: $0.place, clip: $0.clip == moment.id ? nil : $0.clip)
    }
    return clip
  }

  /// A moment with the figures that may be published.
  ///
  /// The minimum group size may be larger now than when the moment was decided. Figures of a curve
  /// need no viewers.
  static func told(_ moment: Moment, _ least: Int) -> Moment {
    var told = moment.why.viewers >= least ? moment : moment.withoutEvidence
    let restsOnCurve = moment.why.viewers == 0 && moment.why.curve != nil
    told.why.curve = restsOnCurve ? moment.why.curve : nil
    if restsOnCurve { told.score = moment.score }
    return told
  }

  /// Why a clip has no figures; erasing a viewer removes the figures of all clips with that viewer.
  private static func withoutFigures(_ why: MomentReasons) -> String {
    why.chosenBy != "person"
      ? "Its figures were removed with an erased viewer; the next run computes them again."
      : "It has no figures of an audience."
  }

  /// The text of the captions next to a clip: the lines below the times in a SubRip file.
  private func captionText(in file: Clip) -> String {
    let name = (file.fileName as NSString).deletingPathExtension + ".srt"
    guard file.sideFiles[name] != nil, let data = try? RegularFile.bytes(of: folder + "/" + name)
    else { return "" }
    let lines = String(decoding: data, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.split(separator: "").flatMap { block in
      block.drop { !$0.contains(" --> ") }.dropFirst()
    }.joined(separator: " ")
  }

  static func poster(of file: Clip) -> String? {
    let name = (file.fileName as NSString).deletingPathExtension + ".jpg"
    return file.sideFiles[name] == nil ? nil : name
  }

  /// The crops of a framing at a play time, as shares of the frame.
  static func parts(
    of framing: Framing, at time: Double, in picture: VideoDescription
  ) -> [FrameArea] {
    guard let shot = framing.shots.last(where: { $0.start <= time }) ?? framing.shots.first else {
      return []
    }
    let (wide, high) = (Double(picture.width), Double(picture.height))
    let whole = shot.active ?? FrameArea(x: 0, y: 0, width: wide, height: high)
    let areas = shot.windows.compactMap { $0.window(at: time).map(FrameArea.init) }
    return (shot.windows.isEmpty ? [whole] : areas).map {
      FrameArea(x: $0.x / wide, y: $0.y / high, width: $0.width / wide, height: $0.height / high)
    }
  }
}
