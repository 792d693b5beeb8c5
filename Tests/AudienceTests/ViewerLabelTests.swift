import Audience
import Testing

@Suite struct ViewerLabelTests {
  @Test func labelsAreParsedAndPrinted() throws {
    let label = try #require(ViewerLabel(text: " Age = child "))
    #expect((label.name, label.value) == ("age", "child"))
    #expect("\(label)" == "age=child")
    // Whitespace around the value is removed, as for names of viewers.
    #expect(ViewerLabel(name: "age", value: "\u{A0}child\r\n") == label)
    #expect(ViewerName.plain("\u{A0}mia\r\n") == "mia")
    // Composed and decomposed letters are one value.
    #expect(ViewerLabel(text: "city=Ko\u{308}ln") == ViewerLabel(text: "city=K\u{F6}ln"))
  }

  @Test(arguments: [
    "", "age", "age=", "=child", "1age=child", "a b=child", "age=a=b", "age=a,b", "age=a\nb",
    "age=\u{1B}[31m", "age=a/b", "age=\u{202E}x", "äge=child", "age='x'",
    "age=" + String(repeating: "x", count: 65), String(repeating: "n", count: 33) + "=x",
  ])
  func invalidLabelsAreRejected(_ text: String) {
    #expect(ViewerLabel(text: text) == nil)
  }

  /// A label of 10 MB is rejected by its length.
  @Test func veryLongLabelIsRejected() {
    #expect(ViewerLabel(text: "age=" + String(repeating: "x", count: 10_000_000)) == nil)
  }

  @Test func subsetsAreParsedAndPrinted() throws {
    #expect(AudienceSubset(text: "all")?.isEveryone == true)
    let part = try #require(AudienceSubset(text: "country=de,age=child"))
    // Labels have a fixed order, so that equal subsets have equal keys.
    #expect("\(part)" == "age=child,country=de")
    #expect(AudienceSubset(text: "\(part)") == part)
    for text in ["", "child", "age=child,", "age=child,age=adult"] {
      #expect(AudienceSubset(text: text) == nil, "\(text)")
    }
  }
}
