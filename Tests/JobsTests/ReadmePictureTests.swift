import Foundation
import FoundationXML
import Testing

/// The picture that README.md begins with, as `make picture` draws it.
@Suite struct ReadmePictureTests {
  private static let path = "Sources/gazecut/Manual.docc/Resources/night.svg"

  @Test func theReadmeBeginsWithItAndSaysInWordsWhatItShows() throws {
    let readme = try StartedPrograms.text("README.md")
    #expect(readme.hasPrefix("# gazecut\n\n!["))
    let image = try #require(readme.firstMatch(of: /!\[([^\]]*)\]\(([^)]*)\)/))
    #expect(String(image.output.2) == Self.path)
    #expect(image.output.1.count > 200, "whoever does not see it reads the same")
    #expect(try StartedPrograms.text("Makefile").contains(Self.path), "make draws it there")
  }

  @Test func itIsWellFormedAndStandsAlone() throws {
    let picture = try StartedPrograms.text(Self.path)
    let parser = XMLParser(data: Data(picture.utf8))
    let isWellFormed = parser.parse()
    #expect(isWellFormed, "line \(parser.lineNumber)")
    #expect(picture.utf8.count < 40_000)
    for needed in ["<title", "<desc", "prefers-color-scheme: dark"] {
      #expect(picture.contains(needed), "no \(needed)")
    }
    // A page shows it as an image, which loads nothing more.
    let links = picture.matches(of: /(?:href|src)="([^"]*)"/).map { String($0.output.1) }
    #expect(links.allSatisfy { $0.hasPrefix("#") }, "\(links)")
    let path = picture.firstMatch(of: /["'\s(>]\/[A-Za-z][^\s"'<]*/).map { String($0.output) }
    #expect(path == nil, "a path of some machine: \(path ?? "")")
  }

  /// The README's few lines of a night and its picture are of one and the same night.
  @Test func itsFiguresAreThoseOfTheReadme() throws {
    let readme = try StartedPrograms.text("README.md")
    let best = try #require(readme.firstMatch(of: #/\n +1 .*? ([0-9.]+) s +([0-9.]+) /#))
    let picture = try StartedPrograms.text(Self.path)
    let seconds = try #require(Double(best.output.1)).rounded()
    #expect(picture.contains(">\(best.output.2) · \(Int(seconds)) s<"))
  }
}
