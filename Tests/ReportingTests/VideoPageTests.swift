import EditDecisions
import Foundation
import Overrides
import Testing
@testable import Deciding
@testable import Reporting

@Suite struct VideoPageTests {
  private static let hostile = "</script><img src=x onerror=\"alert('1')\"><!-- & 夏祭り Straße"

  @Test func textsWithMarkupAreEscaped() throws {
    let html = try VideoPage.example(Self.hostile).html()
    let plain = try VideoPage.example().html()
    for tag in ["<script", "</script", "<img", "<!--", "<style", "onerror=\""] {
      #expect(
        html.components(separatedBy: tag).count == plain.components(separatedBy: tag).count,
        "\(tag)")
    }
    #expect(html.contains("夏祭り Straße"))
  }

  /// Control characters in a text neither reverse other text nor break the JSON of the script.
  @Test func controlCharactersInTextsAreShownEscaped() throws {
    let controls: [Unicode.Scalar] = ["\u{202E}", "\u{2066}", "\u{85}", "\u{1B}"]
    let html = try VideoPage.example(String(String.UnicodeScalarView(controls))).html()
    for control in controls {
      #expect(!html.unicodeScalars.contains(control), "\(control.value)")
    }
    #expect(html.contains(#"\u{202e}\u{2066}\u{85}\u{1b}"#))
    let data = try #require(html.firstMatch(of: /<script[^>]*json[^>]*>([^<]*)<\/script>/)).1
    _ = try JSONSerialization.jsonObject(with: Data(data.utf8))
  }

  /// Without this note, a client would take a rounded 4 % of 25 viewers for one viewer.
  @Test func pageReportsHowSharesAreRounded() throws {
    let rounding = "a multiple of 5"
    #expect(try VideoPage.example().html().contains(rounding))
    var page = VideoPage.example()
    page.leastViewers = 1
    page.curve?.minimumViewers = 1
    #expect(try !page.html().contains("a multiple"))
  }

  /// The hash of the empty text is from FIPS 180-4, in Base64.
  @Test func contentSecurityPolicyAllowsOnlyTheScriptOfThePage() throws {
    #expect(PageTemplate.hash("") == "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
    let html = try VideoPage.example().html()
    for (element, directive) in [("style", "style-src"), ("script", "script-src")] {
      let text = try #require(html.components(separatedBy: "<\(element)>").last)
        .components(separatedBy: "</\(element)>")[0]
      #expect(html.contains("\(directive) '\(PageTemplate.hash(text))'"))
    }
    #expect(html.contains("default-src 'none'") && !html.contains("unsafe"))
    // The policy would block these silently.
    #expect(html.firstMatch(of: /<[^>]+ (style|on\w+)="/) == nil)
  }

  /// Light numbers on the light green of the dark scheme are unreadable on paper.
  @Test func darkSchemeAppliesToScreensOnly() {
    #expect(PageAssets.videoStyle.contains("@media screen and (prefers-color-scheme:dark)"))
    #expect(PageAssets.videoStyle.components(separatedBy: "prefers-color-scheme").count == 2)
  }

  @Test func pagesLoadNothingFromOutside() throws {
    let index = try IndexPage.example(videos: 3).html()
    for html in [try VideoPage.example().html(), index] {
      #expect(html.firstMatch(of: /(?i)(https?:|\/\/[a-z]|@import|url\()/) == nil)
    }
  }

  @Test func chartsHaveTitlesAndDescriptions() throws {
    let html = try VideoPage.example().html()
    let charts = html.matches(
      of: /<svg[^>]+role="img"[^>]*><title id="([^"]+)">[^<]+<\/title><desc/)
    // The curves, and for each of two clips its own chart and two heat maps.
    #expect(charts.count == 7)
    #expect(
      html.components(separatedBy: "<svg class=\"plot\"").count
        + html.components(separatedBy: "<svg viewBox").count == charts.count + 2)
    let ids = html.matches(of: /\sid="([^"]+)"/).map { String($0.output.1) }
    #expect(Set(ids).count == ids.count)
    for link in html.matches(of: /href="#([^"]+)"/).map({ String($0.output.1) }) {
      #expect(ids.contains(link), "\(link)")
    }
  }

  @Test func pageShowsReactionRateAndGazeCoverage() throws {
    let html = try VideoPage.example().html()
    for part in [
      ">reacting</b>", ">looking at the same place</b>", "class=\"line react\"",
      "class=\"line held\"", "rounded to protect viewers", "Most react at 0:11: 75 %.",
    ] {
      #expect(html.contains(part), "\(part)")
    }
    #expect(!html.contains("chance") && !html.contains("surely"))
    // Emotions are in the table of the second that the reader chooses.
    #expect(html.contains("<th scope=\"col\">surprise</th><th scope=\"col\">gaze in one crop</th>"))
    #expect(PageScriptData(page: .example()).json.contains(#""emotions": ["happy","surprise"]"#))
  }

  @Test func clipCardHasOneSentenceAndThreeFigures() {
    var clip = PageClip.example(rank: 1, "words")
    #expect(
      ClipCardText(clip: clip).sentence
        == "For 10 s, almost three quarters of the viewers (17 of 24) smiled or laughed. "
        + "The crop shows 90 % of what people look at.")
    #expect(ClipCardText(clip: clip).figures.map(\.value) == ["17 of 24", "90 %", "88 %"])
    #expect(
      ClipCardText(clip: clip).figures.map(\.name) == [
        "reacting", "of gaze inside the crop", "repeatable",
      ])
    // A mean that would round to all viewers is reported as one fewer.
    (clip.why.reactingShare, clip.why.emotion) = (0.99, "surprise")
    clip.framing.gazeKept = nil
    #expect(
      ClipCardText(clip: clip).sentence
        == "For 10 s, almost all of the viewers (23 of 24) were surprised.")
    clip.why.reactingShare = nil
    #expect(ClipCardText(clip: clip).sentence == "24 viewers looked at the same thing.")
    clip.why.viewers = 0
    #expect(ClipCardText(clip: clip).sentence == "words")
  }

  @Test func clipCardShowsItsOwnTitleOrThatOfTheVideo() throws {
    var page = VideoPage.example()
    page.title = "A day"
    (page.clips[0].framing.line, page.clips[1].framing.line) = ("She waves", nil)
    let cards = try page.html().components(separatedBy: "<article")
    #expect(cards[1].contains(">“<bdi>She waves</bdi>”</p>") && !cards[1].contains("A day"))
    #expect(cards[2].contains(">“<bdi>A day</bdi>”</p>"))
    page.title = nil
    let bare = try page.html().components(separatedBy: "<article")
    let second = try #require(bare[2].components(separatedBy: "</article>").first)
    #expect(bare[1].contains("She waves") && !second.contains("“"))
  }

  /// `bdi` keeps punctuation of right-to-left titles at their end.
  @Test func titlesKeepTheirReadingDirection() throws {
    var page = VideoPage.example()
    page.title = "مرحبا!"
    (page.clips[0].framing.line, page.clips[1].framing.line) = ("שלום, 3!", nil)
    page.clips[0].captionText = "مرحبا!"
    let html = try page.html()
    #expect(html.contains("<h1><bdi>مرحبا!</bdi></h1>"))
    #expect(html.contains("“<bdi>שלום, 3!</bdi>”") && html.contains("“<bdi>مرحبا!</bdi>”"))
    #expect(html.contains("<p dir=\"auto\">مرحبا!</p>"))
    var index = IndexPage()
    index.library = "مكتبة!"
    #expect(try index.html().contains("<bdi>مكتبة!</bdi>"))
  }

  /// "3 of 6" and "43 %" would contradict each other.
  @Test func clipCardReportsReactingViewersInOneWay() {
    var clip = PageClip.example(rank: 1, "words")
    (clip.why.viewers, clip.why.reactingShare) = (6, 0.43)
    let words = ClipCardText(clip: clip)
    #expect(words.sentence.contains("(3 of 6)"))
    #expect(words.figures[0].value == "3 of 6")
  }

  /// A rejected moment that a user uses anyway has no duration of a reaction and no reaction rate.
  @Test func absurdFiguresAreNotPrinted() {
    var clip = PageClip.example(rank: 1, "words")
    (clip.leastViewers, clip.why.sustainedSeconds) = (5, 0.2)
    #expect(ClipCardText(clip: clip).sentence.hasPrefix("Almost three quarters of the viewers (17"))
    clip.why.reactingShare = 0.05
    #expect(ClipCardText(clip: clip).sentence.hasPrefix("Hardly any viewers reacted. The crop"))
    #expect(!ClipCardText(clip: clip).figures.contains { $0.name == "reacting" })
    let finding = { PageAudienceFigures.finding("automatically", byPerson: $0, of: 5) }
    #expect(finding(0) == "The moments were found automatically.")
    #expect(finding(2).hasPrefix("A person chose or approved 2 of the 5 moments. The others were"))
    #expect(finding(5) == "A person chose or approved all 5 moments.")
    var page = VideoPage.example()
    page.curve?.bins[0].isReactingLowest = true
    #expect(PageScriptData(page: page).json.contains(#""lowest": [1,0,"#))
  }

  /// A platform's count is not based on viewers, so faces and gaze are not mentioned.
  @Test func momentOfACurveReportsHowFarItIsAboveItsSurroundings() throws {
    var page = VideoPage.example()
    var clip = page.clips[0]
    clip.moment = clip.moment.withoutEvidence
    clip.why.curve = EngagementCurveFigures(source: "YouTube's most replayed", rise: 0.38, step: 1)
    #expect(
      ClipCardText(clip: clip).sentence
        == "By YouTube's most replayed this part of the video is a peak: on either side at "
        + "least 38 % less was counted.")
    #expect(ClipCardText(clip: clip).figures.map(\.value) == ["38 %"])
    page.clips = [clip]
    let html = try page.html()
    #expect(html.contains("<dt>above its sides</dt>") && !html.contains("<dt>reacting</dt>"))
    // A range that a person chose, without a peak.
    clip.why.curve?.rise = 0
    #expect(
      ClipCardText(clip: clip).sentence == "words" && ClipCardText(clip: clip).figures.isEmpty)
  }

  @Test func chartHasAKeyForEachLine() {
    var curve = PageCurve.example
    func chart() -> String {
      ReactionChart(curve: curve, span: 0...40, id: "c", stretch: "this clip", height: 90).html
    }
    #expect(chart().contains("key react") && chart().contains("key held"))
    for index in curve.bins.indices { curve.bins[index].reacting = nil }
    #expect(!chart().contains("key react") && chart().contains("Too few faces to show"))
  }

  /// Twenty numbers overlap on a phone, so only the best clips keep theirs.
  @Test func overlappingNumbersAreHiddenOnNarrowScreens() {
    var page = VideoPage.example()
    page.clips = (1...20).map { rank in
      var clip = PageClip.example(rank: 1, "words")
      (clip.rank, clip.start, clip.end) = (rank, Double(rank) * 1.9 - 1.9, Double(rank) * 1.9)
      return clip
    }
    let strip = TimelineStrip(page: page).svg
    let numbers = strip.matches(of: /class="mark( odd)?"/)
    #expect(numbers.count == 20 && numbers.first?.output.1 == nil)
    #expect(numbers.count { $0.output.1 == nil } == 10)
  }

  @Test func heatMapsAreSeparateByReactionOrJoinedWithAReason() throws {
    var heat = try #require(PageClip.example(rank: 1, "words").heat)
    let both = HeatMapChart(heat: heat, rank: 1).html
    #expect(both.contains("<p>Viewers who reacted</p>"))
    #expect(both.contains("<p>Viewers who did not react</p>"))
    #expect(both.contains("Where they looked for 6 s of this shot."))
    #expect(both.contains("different places"))
    #expect(both.components(separatedBy: "<svg").count == 3)
    heat.maps = [.init(who: .everyone, values: heat.maps[0].values, leastViewers: 10)]
    heat.remark = "Because."
    let one = HeatMapChart(heat: heat, rank: 1).html
    #expect(one.contains("Where viewers (10 or more) looked for"))
    #expect(one.contains("Because."))
    #expect(
      !one.contains("<p>Viewers who") && !one.contains("different places")
        && one.components(separatedBy: "<svg").count == 2)
  }

  /// Only web addresses are links.
  @Test func publishedPlaceIsALinkIfItIsAWebAddress() throws {
    var page = VideoPage.example()
    page.clips[0].published = [
      .init(day: "2026-11-24", place: "https://example.org/?a=1&b=2", clip: nil),
      .init(day: "2026-11-20", place: "javascript:alert(1)", clip: "trip-0"),
    ]
    let html = try page.html()
    #expect(html.contains(#"href="https://example.org/?a=1&amp;b=2""#))
    #expect(!html.contains(#"href="javascript"#))
    #expect(html.contains("Published 2026-11-20: javascript:alert(1) (as trip-0, which shows most"))
  }

  /// A rejected segment can be used even if nothing was chosen.
  @Test func clipEditorIsShownIfThereAreClipsOrRejectedSegments() throws {
    var page = VideoPage.example()
    page.clips = []
    #expect(try page.html().contains("id=\"desk\""))
    page.refusals = []
    #expect(try !page.html().contains("id=\"desk\""))
  }

  /// *Use anyway* would fail on seconds that `never` excludes, so the page offers the undo command.
  @Test func rejectedSegmentOfAUserOffersUndoInsteadOfUseAnyway() throws {
    let overrides = VideoOverrides(
      video: "trip", given: [.never(50...60)], made: [.never(0...5), .never(31...33)])
    var page = VideoPage.example()
    page.refusals[0].undo = overrides.removals(rejectionsIn: 30..<34)
    let html = try page.html()
    #expect(html.contains(#"<code id="undo-A-1">gazecut wish trip --undo 2</code>"#))
    #expect(!html.contains("Use anyway"))
    page.refusals[0].undo = overrides.removals(rejectionsIn: 55..<70)
    #expect(try page.html().contains("in gazecut.yaml. To undo this, remove &#39;never 0:50-1:00"))
    page.refusals[0].undo = overrides.removals(rejectionsIn: 5..<31)
    #expect(try page.html().contains("Use anyway"))
  }

  @Test func clipCardListsTheUsersChangesAndHowToUndoThem() throws {
    let overrides = VideoOverrides(
      video: "trip", given: [.title("A wave", near: 12)],
      made: [.never(0...5), .move(near: 15, start: .by(0), end: .at(20)), .always(30...33)])
    var page = VideoPage.example()
    page.clips[0].why.wish = "move 0:15 end 0:20"
    page.clips[0].changes = overrides.changes(of: page.clips[0].moment)
    let html = try page.html()
    for part in [
      "Changed by you: end moved. To take it back: <code>gazecut wish trip --undo 2</code>",
      "Changed by you: title: A wave. To take it back: remove <code>title 0:12 A wave</code> from",
    ] { #expect(html.contains(part), "\(part)") }
    #expect(html.components(separatedBy: "Changed by you").count == 3)
  }

  /// The client view has no commands, clip IDs or rejected segments.
  @Test func clientViewHidesCommandsAndRejectedSegments() throws {
    let html = try VideoPage.example().html()
    let ours = html.replacing(
      /<(section|details|p|nav|button|div|span|dt|dd)[^>]* ?class="(?:changes )?ours[^>]*>(?:.|\n)*?<\/\1>/,
      with: "")
    let body = try #require(ours.components(separatedBy: "<main").last)
      .components(separatedBy: "<script")[0]
    let words = body.replacing(/<[^>]+>/, with: " ")
    for part in [
      "gazecut ", "trip-1", "ejected", "Reject", "Approve", "Copy", "editor", "repeatable", "9:16",
    ] {
      #expect(!words.contains(part), "\(part)")
    }
    #expect(words.contains("(17 of 24)"))
    #expect(html.contains("28 November 2026 · 24 viewers"))
  }

  /// A video with an engagement curve and without viewers.
  @Test func engagementCurveIsDrawnWithoutViewers() throws {
    var page = VideoPage.example()
    page.curve?.counter = "YouTube's most replayed"
    let bins = try #require(page.curve?.bins)
    page.curve?.bins = bins.indices.map { index in
      var bin = PageCurve.Bin()
      bin.counted = index < 20 ? 1 : 0.25
      return bin
    }
    let html = try page.html()
    #expect(html.contains(#"<b class="key counted">YouTube&#39;s most replayed</b>"#))
    #expect(html.contains(#"class="line counted""#) && !html.contains("key react"))
    #expect(html.contains("<th scope=\"col\">YouTube&#39;s most replayed</th>"))
    #expect(PageScriptData(page: page).json.contains(#""counted": [100,"#))
  }

  @Test func pageDataContainsTheLengthOfAFrame() throws {
    var page = VideoPage.example()
    page.clipEditor?.frame = 1 / 29.97
    #expect(PageScriptData(page: page).json.contains(#""frame": 0.033367"#))
  }

  @Test func theEditorShowsTheFramingThatAWishGave() {
    var page = VideoPage.example()
    func looks(_ wish: String) -> Bool {
      page.clips[0].why.wish = wish
      return PageScriptData(page: page).json.contains(#""look": "#)
    }
    #expect(looks("frame 0:15 layout fit") && looks("move 0:15 start -1; frame 0:10-0:20 hold"))
    #expect(page.clips[0].moment.givenFraming == .hold)
    // A part of the clip, or another one.
    #expect(!looks("frame 0:12-0:14 layout fit") && !looks("frame 0:25 layout fit"))
    #expect(!looks("move 0:15 start -1"))
  }

  @Test func withheldFiguresAreNullOrMissing() throws {
    let data = PageScriptData(page: .example()).json
    #expect(data.contains("null") && !data.contains("NaN"))
    let bins = try #require(PageCurve.example.bins.last)
    #expect(bins.watching == nil)
    var page = VideoPage.example()
    page.curve = nil
    let html = try page.html()
    #expect(!html.contains("id=\"second\"") && !html.contains("\"watching\""))
  }

  @Test func sameValuesGiveTheSameBytes() throws {
    let pages = try (0..<2).map { _ in try VideoPage.example().html() }
    #expect(pages[0] == pages[1])
  }

  /// Two hours in time bins of 0.5 s, with data for every second.
  @Test func pageOfATwoHourVideoIsUnderOneMegabyte() throws {
    var page = VideoPage.example()
    page.duration = 7200
    let bins = PageCurve.example.bins
    page.curve?.bins = (0..<14400).map { bins[$0 % 80] }
    #expect(try page.html().utf8.count < 1_000_000)
  }
}

@Suite struct IndexPageTests {
  /// 1,000 videos with five clips each.
  ///
  /// Posters load only when the user scrolls to them, because images take most of the loading time.
  @Test func indexOfAThousandVideosIsSmallAndFast() throws {
    let index = IndexPage.example(videos: 1000)
    let clock = ContinuousClock()
    var html = ""
    let spent = try clock.measure { html = try index.html() }
    #expect(html.utf8.count <= 1_500_000, "\(html.utf8.count)")
    // Debug builds are slow, so this limit is generous.
    #expect(spent < .seconds(10), "\(spent)")
    #expect(html.components(separatedBy: "<tr>").count == 1000 + 1 + 1 + 2)
    #expect(html.components(separatedBy: "<img").count == 5000 + 1)
    #expect(html.components(separatedBy: "loading=\"lazy\"").count == 5000 + 1)
  }

  @Test func emptyLibraryHasInstructions() throws {
    let html = try IndexPage().html()
    #expect(html.contains("No videos yet") && !html.contains("<table"))
  }
}

extension IndexPage {
  /// An index with `count` videos of five clips, all statuses and one run.
  static func example(videos count: Int) -> IndexPage {
    var page = IndexPage()
    page.library = "library"
    page.nights = [
      .init(began: "2026-11-19 02:00 UTC", seconds: 12, counts: [1, 2, 0], ending: "done")
    ]
    page.videos = (0..<count).map { number in
      let id = "video-\(number)"
      var status = ProcessingStatus()
      status.kind = ProcessingStatus.Kind.allCases[number % ProcessingStatus.Kind.allCases.count]
      return .init(
        id: id, standing: status, page: "\(id).html", viewers: 12, best: 0.8,
        clips: (1...5).map {
          .init(
            rank: $0, seconds: 14, poster: "../shorts/\(id)/\(id)-7f3a2c001\($0).jpg",
            status: .ready)
        }, lastRun: "2026-11-19 02:00 UTC")
    }
    return page
  }
}
