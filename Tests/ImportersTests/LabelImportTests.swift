import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

@Suite struct LabelImportTests {
  private static let map = "time=t,viewer=who,happy=h,label.age=group"

  private func label(_ text: String) throws -> ViewerLabel { try #require(ViewerLabel(text: text)) }

  @Test func labelsOfViewersAreReadFromAColumn() throws {
    // Empty cells and NA are ignored.
    let text = "who,t,h,group\nann,1,1,\nann,2,1,child\nann,3,1,NA\nben,1,1,adult\n"
    let read = try ImportFile(table: Self.map).sessions(text, name: "t.csv")
    #expect(try read.map(\.labels) == [[label("age=child")], [label("age=adult")]])
  }

  @Test func labelOptionAppliesToAllViewersOfAFile() throws {
    var file = try ImportFile(table: Self.map)
    try file.options.set(.label, to: "country=de")
    try file.options.set(.label, to: "age=child")
    let text = "who,t,h,group\nann,1,1,child\nben,1,1,\n"
    let read = try file.sessions(text, name: "t.csv")
    #expect(
      read.map { Set($0.labels.map(\.description)) }
        == Array(repeating: ["age=child", "country=de"], count: 2))
    #expect(
      file.rejection("who,t,h,group\nann,1,1,adult\n").contains(
        "differs between the file and --label"))
  }

  @Test func labelOptionAppliesToTimelines() throws {
    var file = ImportFile(format: "timeline")
    try file.options.set(.label, to: "age=child")
    let text =
      #"{"gazecut":"timeline/1","video":"v","session":"s","viewer":"ann","picture":{"x":0,"y":0,"width":1,"height":1}}"#
      + "\n" + #"{"t":1,"gaze":{"x":0.5,"y":0.5}}"# + "\n"
    #expect(try file.sessions(text).map(\.labels) == [[label("age=child")]])
  }

  @Test func twoValuesOfALabelInASessionAreRejected() throws {
    let text = "who,t,h,group\nann,1,1,child\nann,2,1,adult\n"
    let rejection = try ImportFile(table: Self.map).rejection(text)
    #expect(rejection.contains("3: the session has two values of the label 'age'"), "\(rejection)")
  }

  @Test(arguments: [("a/b", 1), ("\u{1B}[2J", 1), ("x", 10_000_000)])
  func invalidLabelIsRejectedAndNotPrinted(_ part: String, times: Int) throws {
    let cell = String(repeating: part, count: times)
    let rejection = try ImportFile(table: Self.map).rejection("who,t,h,group\nann,1,1,\(cell)\n")
    #expect(
      rejection.contains("the value of the label 'age' is not valid"), "\(rejection.prefix(300))")
    #expect(rejection.utf8.count < 500 && !rejection.contains(cell))
  }

  @Test func invalidLabelOptionsAreRejected() {
    for map in ["time=t,happy=h,label.=x", "time=t,happy=h,label.a b=x"] {
      #expect(throws: ImportOptionError.self) { _ = try ColumnMap(option: map) }
    }
    var options = ImportOptions()
    let secret = "age=" + String(repeating: "x", count: 10_000_000)
    let error = #expect(throws: ImportOptionError.self) { try options.set(.label, to: secret) }
    #expect((error?.description.utf8.count ?? 0) < 400)
    #expect(throws: Never.self) { try options.set(.label, to: "age=child") }
    #expect(throws: ImportOptionError.self) { try options.set(.label, to: "age=adult") }
    // As many labels as allowed, and one more.
    for index in 1..<ViewerLabel.most {
      #expect(throws: Never.self) { try options.set(.label, to: "n\(index)=x") }
    }
    #expect(throws: ImportOptionError.self) { try options.set(.label, to: "more=x") }
    // Formats of boxes have no viewers to label.
    #expect(throws: ImportOptionError.self) { try ImportFormat.named("yolo")?.check(options) }
  }
}
