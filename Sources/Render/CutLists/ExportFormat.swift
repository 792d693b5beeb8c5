package import EditDecisions

/// A file format in which decisions are exported to other programs.
package enum ExportFormat: String, Hashable, Sendable, CaseIterable {
  /// OpenTimelineIO, with the effects that DaVinci Resolve and Premiere read for moving crops.
  case otio
  /// MLT XML, for Shotcut, Kdenlive and melt.
  case mlt
  case fcpxml
  /// Final Cut Pro 7 XML, for Premiere.
  case xmeml
  /// CMX 3600 edit decision list, which contains cuts only.
  case edl
  /// WebVTT: the moments as chapters of the source.
  case vtt
  /// Chapter lines for the description of a YouTube video.
  case youtube
  case csv

  /// Whether the format has one document per short, and one for the reel.
  package var isTimeline: Bool {
    switch self {
    case .otio, .mlt, .fcpxml, .xmeml, .edl: true
    case .vtt, .youtube, .csv: false
    }
  }

  package static var timelines: [ExportFormat] { allCases.filter(\.isTimeline) }

  /// File name extension, including the dot.
  package var ending: String {
    switch self {
    case .youtube: ".chapters.txt"
    case .xmeml: ".xml"
    default: "." + rawValue
    }
  }

  /// The document for a timeline; empty for formats without timelines.
  package func text(_ list: EditTimeline) -> String {
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

package struct ExportFile: Hashable, Sendable {
  package var name: String
  package var text: String
}

package struct Export: Sendable {
  var document: DecisionDocument
  package var source: TimelineSource
  /// One timeline per short, best first, then the reel's.
  package var lists: [EditTimeline]

  package init(
    _ document: DecisionDocument, source: TimelineSource, short: PixelSize, reel: PixelSize
  ) {
    self.document = document
    self.source = source
    lists = document.moments.map { EditTimeline($0, of: source, canvas: short) }
    if let list = EditTimeline(reelOf: document, source, canvas: reel) { lists.append(list) }
  }

  package func documents(_ format: ExportFormat) -> [ExportFile] {
    let texts =
      switch format {
      case .vtt: [(source.video, VTTDocument(chapters: document.chapters).text)]
      case .youtube: [(source.video, YouTubeChapters(document).text)]
      case .csv: [(source.video, CSVDocument(document: document, source: source).text)]
      case .otio, .mlt, .fcpxml, .xmeml, .edl: lists.map { (fileName($0), format.text($0)) }
      }
    return texts.filter { !$0.1.isEmpty }.map { ExportFile(name: $0.0 + format.ending, text: $0.1) }
  }

  /// All documents as one text: one FCPXML document for all timelines, other formats concatenated.
  package func stream(_ format: ExportFormat) -> String {
    guard format == .fcpxml else { return documents(format).map(\.text).joined() }
    return lists.isEmpty ? "" : FCPXMLDocument(lists: lists).text
  }

  /// Warnings about what the format cannot represent, or only one if there are no moments.
  package func formatWarnings(_ format: ExportFormat) -> [String] {
    guard !document.moments.isEmpty else {
      return ["no moment" + (document.reason.map { ": \($0)" } ?? "")]
    }
    switch format {
    case .youtube: return YouTubeChapters(document).formatWarnings
    case .vtt, .csv: return []
    case .otio, .mlt, .fcpxml, .xmeml, .edl: return lists.formatWarnings(format)
    }
  }

  /// The file name begins with the video's name, because exports of several videos may be in one
  /// folder.
  private func fileName(_ list: EditTimeline) -> String {
    list.name.hasPrefix(source.video + "-") ? list.name : "\(source.video)-\(list.name)"
  }
}

extension [EditTimeline] {
  /// The warnings about all timelines, each once.
  func formatWarnings(_ format: ExportFormat) -> [String] {
    reduce(into: []) { found, list in
      for text in list.formatWarnings(format) where !found.contains(text) { found.append(text) }
    }
  }
}

extension EditTimeline {
  /// Warnings about what a format cannot represent of this timeline, one sentence each.
  func formatWarnings(_ format: ExportFormat) -> [String] {
    var found: [String] = []
    if source.isVariable {
      found.append(
        "\(source.name) has a variable frame rate, which \(format.rawValue) cannot store: frames "
          + "are counted at \(rate) per second, so cuts may be one frame off")
    }
    if !rate.isUsual { found.append(unusualRateWarning(format)) }
    // Premiere reads none of these properties from the document.
    let isBare = format == .otio || format == .xmeml || format == .edl
    if source.isRotated, isBare {
      found.append(
        "\(source.name) is rotated by its header, which \(format.rawValue) cannot store: a program "
          + "that ignores the header shows wrong crops")
    }
    if source.picture != source.stored, isBare {
      found.append(
        "pixels of \(source.name) are not square, which \(format.rawValue) cannot store: crops are "
          + "right only in programs that read the pixel aspect ratio from the file")
    }
    if format != .edl, cuts.contains(where: { $0.shot?.dissolve != nil }) {
      found.append(
        "where the video dissolves, clips dissolve from crop to crop; \(format.rawValue) has a cut "
          + "instead")
    }
    let layers = cuts.flatMap(\.layers)
    if format == .otio || format == .xmeml, layers.contains(where: \.isBlurred) {
      found.append("\(format.rawValue) has no blur: the background of the layout fit is black")
    }
    if format == .edl, layers.contains(where: { !hasDefaultPlacement($0) }) {
      found.append("edl has only cuts: crops and layouts are written as comments")
    }
    if format == .mlt,
      source.path.unicodeScalars.contains(where: {
        ($0.value < 0x20 || $0.value == 0x7F) && !"\t\n\r".unicodeScalars.contains($0)
      })
    {
      found.append(
        "the path of \(source.name) contains control characters, which mlt cannot store: rename "
          + "the file, otherwise programs do not find it")
    }
    if format == .otio || format == .edl, !Self.isPlain(source.path) {
      found.append(
        "the path of \(source.name) contains a character (%, #, ? or control) that some programs "
          + "misread: rename the file if a program does not find it")
    }
    return found
  }

  private func unusualRateWarning(_ format: ExportFormat) -> String {
    let rate = "\(self.rate) frames per second is not a usual rate in editing programs"
    let step = self.rate.timecodeFramesPerFrame
    guard format == .edl || format == .xmeml, step > 1 else { return rate }
    return rate + ": \(format.rawValue) counts \(self.rate.times(step)), \(step) per frame"
  }

  /// Returns whether a path can be written without percent-encoding.
  static func isPlain(_ path: String) -> Bool {
    !path.unicodeScalars.contains { "%#?".unicodeScalars.contains($0) || $0.value < 0x20 }
  }
}
