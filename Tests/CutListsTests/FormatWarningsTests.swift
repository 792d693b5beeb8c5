import EditDecisions
import Testing

@testable import CutLists

/// Warnings about what an export format cannot store.
@Suite struct FormatWarningsTests {
  @Test(arguments: [ExportFormat.otio, .mlt, .fcpxml, .xmeml, .edl])
  func variableFrameRateIsReported(format: ExportFormat) throws {
    var source = ListMaterial.source()
    source.isVariable = true
    let export = ListMaterial.export(source)
    #expect(export.formatWarnings(format).contains { $0.contains("variable frame rate") })
    for document in export.documents(format) {
      #expect(document.text.contains("variable frame rate"))
    }
  }

  @Test func rotationAndPixelShapeAreReportedIfUnsupported() {
    var source = ListMaterial.source()
    source.isRotated = true
    source.stored = PixelSize(width: 960, height: 720)
    let export = ListMaterial.export(source)
    #expect(export.formatWarnings(.otio).count { $0.contains("cannot store") } == 2)
    #expect(export.formatWarnings(.fcpxml).isEmpty)
    // 960 stored pixels are shown as 1280, so each pixel is 4:3.
    #expect(export.stream(.fcpxml).contains(#"paspH="921600" paspV="691200""#))
  }

  @Test func edlWarnsThatCropsAreComments() {
    let export = ListMaterial.export()
    let warning = "edl has only cuts: crops and layouts are written as comments"
    #expect(export.formatWarnings(.edl) == [warning])
    #expect(export.stream(.edl).contains("* COMMENT: GAZECUT STACK BOTTOM 24.000 500.0,200.0"))
    #expect(export.formatWarnings(.mlt).isEmpty)
  }

  @Test(arguments: ExportFormat.allCases)
  func missingMomentsAreReportedWithTheReason(format: ExportFormat) {
    var export = ListMaterial.export()
    #expect(!export.formatWarnings(format).contains { $0.contains("no moment") })
    export.document.moments = []
    export.document.reason = "selection.count is 0"
    #expect(export.formatWarnings(format) == ["no moment: selection.count is 0"])
  }

  @Test func specialCharactersOfPathsArePreserved() throws {
    let path = "/srv/ä ü/100% <\"&日本#1.mov"
    let export = ListMaterial.export(ListMaterial.source(path: path))
    let mlt = try XMLNode.read(export.documents(.mlt)[0].text)
    #expect(mlt.all("property").contains { $0.text == path })
    #expect(export.stream(.otio).contains("file:///srv/ä ü/100%25 <\\\"&日本%231.mov"))
    #expect(
      export.stream(.fcpxml).contains(
        "file:///srv/%C3%A4%20%C3%BC/100%25%20%3C%22%26%E6%97%A5%E6%9C%AC%231.mov"))
    #expect(export.formatWarnings(.otio).contains { $0.contains("rename") })
  }

  @Test func chaptersFollowYouTubesRules() {
    func document(_ starts: [Double]) -> DecisionDocument {
      ListMaterial.document(
        starts.enumerated().map { index, start in
          var moment = ListMaterial.moment
          (moment.id, moment.rank) = ("m\(index)", index + 1)
          (moment.start, moment.end) = (start, start + 20)
          return moment
        })
    }
    // The first chapter is at 3 s. 48 s is too close to 45 s, and 115 s to the end at 120 s.
    let lines = YouTubeChapters(document([75, 3, 45, 48, 115]))
    #expect(lines.text.split(separator: "\n").map { $0.prefix(4) } == ["0:00", "0:45", "1:15"])
    let reason = "no chapter: less than 10 s from another moment or from the end"
    #expect(lines.formatWarnings == ["2 of 5 moments have \(reason)"])
    let one = YouTubeChapters(document([75, 3, 45, 48])).formatWarnings
    #expect(one == ["1 of 4 moments has \(reason)"])
    #expect(YouTubeChapters(document([45, 80])).text.hasPrefix("0:00 Start\n0:45 Highlight 1\n"))
    // Chapter titles are numbered in play order, without gaps.
    #expect(lines.text == "0:00 Highlight 1\n0:45 Highlight 2\n1:15 Highlight 3\n")
    // A chapter at 9 s would leave less than 10 s before it.
    #expect(YouTubeChapters(document([9, 18, 45])).text.hasPrefix("0:00 Highlight 1\n0:18 High"))
    var titled = document([45, 80])
    titled.moments[0].framing.line = "<b>Oh</b>"
    #expect(YouTubeChapters(titled).text.contains("0:45 ‹b›Oh‹/b›"))
    titled.moments[0].framing.line = "Start"
    #expect(YouTubeChapters(titled).formatWarnings.isEmpty, "the title is not the start chapter")
    #expect(YouTubeChapters(document([45])).text.isEmpty)
    #expect(YouTubeChapters(document([45])).formatWarnings.first?.contains("three or more") == true)
  }

  @Test func csvCellsAreNeverFormulas() {
    var source = ListMaterial.source()
    source.video = "bbb"
    var document = ListMaterial.document()
    document.moments[0].why.emotion = "=1+1,\"x\""
    document.title = "Of all"
    document.moments[0].framing.line = "=Its, own"
    let text = CSVDocument(document: document, source: source).text
    #expect(text.contains(#","'=1+1,""x""","#))
    // The last column is the clip's own title, or the title of all clips.
    #expect(text.contains(",title\r\n") && text.contains(#","'=Its, own"\#r\#n"#))
    #expect(text.split(separator: "\r\n").count == 5)
  }

  /// XML readers replace line feeds and tabs by spaces unless they are character references.
  @Test func mltPreservesLineFeedsAndTabsOfPaths() {
    let path = "/srv/a\nb\tc\rd & e.webm"
    let export = ListMaterial.export(ListMaterial.source(path: path))
    let text = export.stream(.mlt)
    #expect(
      text.contains(#"<property name="resource">/srv/a&#10;b&#9;c&#13;d &amp; e.webm</property>"#))
    #expect(export.formatWarnings(.mlt).isEmpty)
    let other = ListMaterial.export(ListMaterial.source(path: "/srv/a\u{1}b.webm"))
    #expect(other.formatWarnings(.mlt).count == 1)
    #expect(other.formatWarnings(.fcpxml).isEmpty)
  }
}
