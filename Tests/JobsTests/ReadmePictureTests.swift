import Foundation
import FoundationXML
import Testing

/// The picture that README.md begins with, as `make picture` draws it.
@Suite struct ReadmePictureTests {
  private static let path = "Sources/gazecut/Manual.docc/Resources/night.svg"

  @Test func readmeBeginsWithThePictureAndItsDescription() throws {
    let readme = try StartedPrograms.text("README.md")
    #expect(readme.hasPrefix("# gazecut\n\n!["))
    let image = try #require(readme.firstMatch(of: /!\[([^\]]*)\]\(([^)]*)\)/))
    #expect(String(image.output.2) == Self.path)
    #expect(image.output.1.count > 200, "the description replaces the picture for screen readers")
    #expect(
      try StartedPrograms.text("Makefile").contains(Self.path),
      "make writes the picture to this path")
  }

  @Test func pictureIsWellFormedAndSelfContained() throws {
    let picture = try StartedPrograms.text(Self.path)
    let parser = XMLParser(data: Data(picture.utf8))
    let isWellFormed = parser.parse()
    #expect(isWellFormed, "line \(parser.lineNumber)")
    #expect(picture.utf8.count < 40_000)
    for needed in ["<title", "<desc", "prefers-color-scheme: dark"] {
      #expect(picture.contains(needed), "no \(needed)")
    }
    // A browser loads no other files for an SVG in an image element.
    let links = picture.matches(of: /(?:href|src)="([^"]*)"/).map { String($0.output.1) }
    #expect(links.allSatisfy { $0.hasPrefix("#") }, "\(links)")
    let path = picture.firstMatch(of: /["'\s(>]\/[A-Za-z][^\s"'<]*/).map { String($0.output) }
    #expect(path == nil, "a path of the machine that drew it: \(path ?? "")")
  }

  /// The example output in the README and the picture show the same run.
  @Test func pictureAndReadmeShowTheSameFigures() throws {
    let readme = try StartedPrograms.text("README.md")
    let best = try #require(readme.firstMatch(of: #/\n +1 .*? ([0-9.]+) s +([0-9.]+) /#))
    let picture = try StartedPrograms.text(Self.path)
    let seconds = try #require(Double(best.output.1)).rounded()
    #expect(picture.contains(">\(best.output.2) · \(Int(seconds)) s<"))
  }
}
