import Audience
import Testing
@testable import Deciding
@testable import Reporting

@Suite struct LibraryComparisonTests {
  @Test func momentsAreComparedIfThereAreAtLeastTwenty() {
    let rates = (0..<10).map { video in [Double(video) / 10, Double(video) / 10 + 0.05] }
    let library = LibraryComparison(rates)
    #expect(library.sentence(0.95)?.contains("More viewers react than in 9 of 10") == true)
    #expect(library.sentence(0)?.contains("Fewer viewers react than in 9 of 10") == true)
    #expect(library.sentence(0.5)?.contains("About as many") == true)
    #expect(library.sentence(0.95)?.contains("10 videos") == true)
    #expect(library.absence == nil)
    #expect(LibraryComparison([[0.5]]).absence?.hasSuffix("fewer than 20 moments.") == true)
    // With one moment fewer there is no comparison. Videos without moments do not count.
    #expect(LibraryComparison(Array(rates.dropFirst()) + [[0.5]]).sentence(0.95) == nil)
    #expect(LibraryComparison(rates + [[]]).sentence(0.95)?.contains("10 videos") == true)
  }

  @Test func chartOfDeparturesReportsHowManyWatchToTheEnd() throws {
    var page = VideoPage.example()
    #expect(try !page.html().contains("Where the audience leaves"))
    for index in page.curve?.bins.indices ?? 0..<0 {
      page.curve?.bins[index].staying = index < 20 ? 0.9 : index < 76 ? 0.6 : 0.5
    }
    let html = try page.html()
    #expect(html.contains("50 % of the viewers watch to the end"))
    #expect(html.contains("still watching") && html.contains("aria-labelledby=\"leaving-t"))
  }

  @Test func chartOfDeparturesShowsTheRetentionCurveOfAPlatform() throws {
    var page = VideoPage.example()
    (page.curve, page.duration) = (nil, 100)
    let shares = (0..<200).map { $0 < 100 ? 0.9 : 0.4 }
    page.retention = PlatformRetention(source: .retention, shares: shares)
    let html = try page.html()
    #expect(html.contains("By YouTube&#39;s retention, 40 % of the viewers watch to the end."))
    #expect(html.contains("between 0:25 and 0:50") && html.contains("aria-labelledby=\"leaving-t"))
    #expect(!html.contains("still watching</b>") && !html.contains("&amp;#39;"))
  }

  @Test func pageListsTheTwelveObjectsLookedAtMost() throws {
    var page = VideoPage.example()
    #expect(try !page.html().contains("What was looked at"))
    page.objects = (1...20).map { number in
      var object = PublishedObjectGaze.example
      object.name = "sign <\(number)>"
      return object
    }
    let html = try page.html()
    #expect(html.contains("sign &lt;12&gt;") && !html.contains("sign &lt;13&gt;"))
    #expect(html.contains(">53 %<") && html.contains(">2.0 s<"))
  }
}
