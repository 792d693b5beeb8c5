import Testing
@testable import Reporting

@Suite struct HTMLTextTests {
  @Test func textIsEscapedInContentAndAttributes() {
    #expect(
      HTMLText.escaped("<b a=\"1\" c='2'>&") == "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;")
    #expect(HTMLText.escaped("Straße 夏祭り") == "Straße 夏祭り")
    #expect(
      HTMLText.withoutControls("a\u{202E}b\u{2066}c\u{1B}d\u{85}")
        == #"a\u{202e}b\u{2066}c\u{1b}d\u{85}"#)
    // Arabic and Hebrew titles contain direction marks, and texts contain line breaks.
    #expect(HTMLText.withoutControls("\u{200F}שלום\n\tx") == "\u{200F}שלום\n\tx")
    #expect(HTMLText.escapedForScript("\"\u{202E}<\u{85}\"") == #""\u202e\u003c\u0085""#)
  }

  /// `</script` ends a script element, and `<!--` hides its end.
  @Test func dataCannotEndItsScriptElement() {
    let json = HTMLText.escapedForScript("{\"a\": \"</script><!--\u{2028}\"}")
    #expect(!json.contains("<") && !json.contains("\u{2028}"))
    #expect(json.contains("\\u003c/script>"))
  }

  @Test func addressesAreRelativeAndEscaped() {
    #expect(
      HTMLText.address("../shorts/a/夏 #?%.mp4") == "../shorts/a/%E5%A4%8F%20%23%3F%25.mp4")
    #expect(!HTMLText.address("javascript:alert(1)").contains(":"))
  }

  @Test(arguments: [
    (0.0, "0"), (1.0, "1"), (0.5, "0.5"), (12.345, "12.35"), (-2.5, "-2.5"), (.nan, "0"),
    (99.999, "100"),
  ])
  func numbersHaveAtMostTwoDecimals(value: Double, text: String) {
    #expect(HTMLText.number(value) == text)
  }

  @Test func timesArePrintedAsClocks() {
    #expect(HTMLText.clock(87.4) == "1:27")
    #expect(HTMLText.clock(87.44, tenths: true) == "1:27.4")
    #expect(HTMLText.span(59.6, 3661) == "0:59.6 to 1:01:01.0")
  }
}

@Suite struct PageFolderTests {
  @Test func pageOfAVideoNeverReplacesTheIndex() {
    #expect(ReportFolder.page(of: "trip") == "trip.html")
    #expect(ReportFolder.page(of: "index") != ReportFolder.indexName)
  }
}
