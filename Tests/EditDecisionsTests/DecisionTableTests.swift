import EditDecisions
import Foundation
import Testing

@Suite struct DecisionTableTests {
  @Test func showsTheFiguresOfEveryMomentAndRefusal() {
    let text = DecisionTable(ExampleDocument.document).text
    for figure in [
      "bbb: 2:10.003", "42 viewers", "left out: 3, gaze and face lost", "1:27.000", "1:45.040",
      "18.0 s", "0.81", "happy", "71 % (at least 58 %)", "83 % (34 % by chance)", "91 %",
      "crop+fit+stack, pans, 3 shots", "watching person#3", "gaze scattered", "reel: 1",
    ] {
      #expect(text.contains(figure), "\(figure) is missing in\n\(text)")
    }
  }

  @Test func columnsLineUp() {
    var document = ExampleDocument.document
    document.moments.append(ExampleDocument.moment)
    document.moments[1].why = Why(viewers: 5)
    let lines = DecisionTable(document).text.split(separator: "\n")
    let header = lines.firstIndex { $0.contains("looks kept") }
    let rows = header.map { lines[($0 + 1)...($0 + 2)] } ?? []
    let column = header.flatMap { lines[$0].range(of: "gathered")?.lowerBound }
    let offset = column.map { lines[header!].distance(from: lines[header!].startIndex, to: $0) }
    for row in rows {
      #expect(row[row.index(row.startIndex, offsetBy: offset! - 1)] == " ")
    }
  }

  @Test func saysWhyNothingWasChosen() throws {
    var document = ExampleDocument.document
    document.moments = []
    document.reason = "nobody reacted for long"
    let text = DecisionTable(document).text
    #expect(try DecisionDocument(json: Data(document.json.utf8)).reason == document.reason)
    #expect(text.contains("no moment: nobody reacted for long"))
  }

  @Test(arguments: [
    (0.0, "0:00.000"), (59.9996, "1:00.000"), (87, "1:27.000"), (3725.5, "1:02:05.500"),
  ])
  func clock(seconds: Double, text: String) { #expect(DecisionTable.clock(seconds) == text) }
}
