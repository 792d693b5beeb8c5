package import EditDecisions

/// A form in which decisions go to other programs.
package enum ExportFormat: String, Hashable, Sendable, CaseIterable {
  /// OpenTimelineIO, with what DaVinci Resolve and Premiere read of a moving window.
  case otio
  /// MLT XML: Shotcut, Kdenlive, melt.
  case mlt
  /// FCPXML 1.10: Final Cut Pro.
  case fcpxml
  /// Final Cut Pro 7 XML: Premiere.
  case xmeml
  /// CMX 3600: cuts only.
  case edl
  /// WebVTT: the moments as chapters of the source.
  case vtt
  /// Lines for the description of a video.
  case youtube
  /// A table, a line a shot.
  case csv

  /// Whether each short, and the reel, has a document of its own.
  package var isTimeline: Bool {
    switch self {
    case .otio, .mlt, .fcpxml, .xmeml, .edl: true
    case .vtt, .youtube, .csv: false
    }
  }

  /// Those with a document for each short and the reel.
  package static var timelines: [ExportFormat] { allCases.filter(\.isTimeline) }

  /// How names of its files end, with the dot.
  package var ending: String {
    switch self {
    case .youtube: ".chapters.txt"
    case .xmeml: ".xml"
    default: "." + rawValue
    }
  }

  /// The document of a timeline; empty for forms that have none.
  package func text(_ list: CutList) -> String {
    switch self {
    case .otio: OTIODocument(list: list).text
    case .mlt: MLTDocument(list: list).text
    case .fcpxml: FCPXMLDocument(lists: [list]).text
    case .xmeml: XMEMLDocument(list: list).text
    case .edl: EDLDocument(list: list).text
    case .vtt, .youtube, .csv: ""
    }
  }
}

package struct ExportedDocument: Hashable, Sendable {
  package var name: String
  package var text: String
}

/// One video's decisions in other programs' forms.
package struct Export: Sendable {
  var document: DecisionDocument
  package var source: CutSource
  /// A timeline a short, best first, and the reel.
  package var lists: [CutList]

  /// Prepares the timelines of a video.
  package init(
    _ document: DecisionDocument, source: CutSource, short: PixelSize, reel: PixelSize
  ) {
    self.document = document
    self.source = source
    lists = document.moments.map { CutList($0, of: source, canvas: short) }
    if let list = CutList(reelOf: document, source, canvas: reel) { lists.append(list) }
  }

  /// The documents, each for a file of its own.
  package func documents(_ format: ExportFormat) -> [ExportedDocument] {
    let texts =
      switch format {
      case .vtt: [(source.video, VTTDocument(chapters: Chapters(document)).text)]
      case .youtube: [(source.video, ChapterLines(document).text)]
      case .csv: [(source.video, CSVDocument(document: document, source: source).text)]
      case .otio, .mlt, .fcpxml, .xmeml, .edl: lists.map { (fileName($0), format.text($0)) }
      }
    return texts.filter { !$0.1.isEmpty }.map {
      ExportedDocument(name: $0.0 + format.ending, text: $0.1)
    }
  }

  /// All in one stream: a document where the form can hold several timelines, else one after
  /// another.
  package func stream(_ format: ExportFormat) -> String {
    guard format == .fcpxml else { return documents(format).map(\.text).joined() }
    return lists.isEmpty ? "" : FCPXMLDocument(lists: lists).text
  }

  /// What the form cannot say of these timelines, a sentence each; that there is nothing to say.
  package func shortfalls(_ format: ExportFormat) -> [String] {
    guard !document.moments.isEmpty else {
      return ["no moment" + (document.reason.map { ": \($0)" } ?? "")]
    }
    switch format {
    case .youtube: return ChapterLines(document).shortfalls
    case .vtt, .csv: return []
    case .otio, .mlt, .fcpxml, .xmeml, .edl: break
    }
    var found: [String] = []
    for list in lists {
      for text in list.shortfalls(format) where !found.contains(text) { found.append(text) }
    }
    return found
  }

  /// The video's name is in all names: documents of several videos may lie in one folder.
  private func fileName(_ list: CutList) -> String {
    list.name.hasPrefix(source.video + "-") ? list.name : "\(source.video)-\(list.name)"
  }
}

extension CutList {
  /// What a form cannot say of this timeline, a sentence each.
  func shortfalls(_ format: ExportFormat) -> [String] {
    var found: [String] = []
    if source.isVariable {
      found.append(
        "frames of \(source.name) come at uneven times, which \(format.rawValue) cannot say: they "
          + "are counted at \(rate) a second, and may be a frame off")
    }
    if !rate.isUsual { found.append(unusualRate(format)) }
    // Premiere reads none of these from the document.
    let isBare = format == .otio || format == .xmeml || format == .edl
    if source.isTurned, isBare {
      found.append(
        "\(source.name) is turned by its header, which \(format.rawValue) cannot say: a program "
          + "that does not turn it shows other windows")
    }
    if source.picture != source.stored, isBare {
      found.append(
        "pixels of \(source.name) are not square, which \(format.rawValue) cannot say: windows "
          + "are right where the program reads it from the file")
    }
    if format != .edl, cuts.contains(where: { $0.shot?.dissolve != nil }) {
      found.append("where windows dissolve with the picture, \(format.rawValue) cuts between them")
    }
    let layers = cuts.flatMap(\.layers)
    if format == .otio || format == .xmeml, layers.contains(where: \.isBlurred) {
      found.append("\(format.rawValue) has no blur: the ground of a fitted picture stays black")
    }
    if format == .edl, layers.contains(where: { !isUntouched($0) }) {
      found.append("edl has only cuts: windows and layouts are comments in it")
    }
    if format == .mlt,
      source.path.unicodeScalars.contains(where: {
        ($0.value < 0x20 || $0.value == 0x7F) && !"\t\n\r".unicodeScalars.contains($0)
      })
    {
      found.append(
        "the path of \(source.name) has control characters that mlt cannot write: rename it, or the "
          + "file is not found")
    }
    if format == .otio || format == .edl, !Self.isPlain(source.path) {
      found.append(
        "the path of \(source.name) has characters that some programs take for something else; "
          + "rename it if it is not found")
    }
    return found
  }

  private func unusualRate(_ format: ExportFormat) -> String {
    let rate = "\(self.rate) frames a second is no rate that editors' programs know"
    let step = self.rate.clockStep
    guard format == .edl || format == .xmeml, step > 1 else { return rate }
    return rate + ": \(format.rawValue) counts \(self.rate.times(step)), \(step) for each frame"
  }

  /// Whether a path can stand in a document as it is.
  static func isPlain(_ path: String) -> Bool {
    !path.unicodeScalars.contains { "%#?".unicodeScalars.contains($0) || $0.value < 0x20 }
  }
}
