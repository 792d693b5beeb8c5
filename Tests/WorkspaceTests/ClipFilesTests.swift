import Foundation
import Library
import TestMaterial
import LibraryFixture
import Testing

@testable import Support
@testable import Workspace

/// Which files in `shorts/` gazecut may replace or delete.
@Suite struct ClipFilesTests {
  private static let clip = "shorts/walk/\(OwnedFolder.stem).mp4"

  @Test func copiedClipWithOtherTimesBelongsToGazecut() throws {
    let folder = try OwnedFolder()
    let clip = try folder.publish()
    #expect(folder.files.isUnchangedByUser(clip))
    try folder.touch(Self.clip)
    #expect(folder.files.isUnchangedByUser(clip))
  }

  @Test(arguments: ["pictures and words", "longer than what was published"])
  func editedClipDoesNotBelongToGazecut(text: String) throws {
    let folder = try OwnedFolder()
    let clip = try folder.publish()
    try folder.write(Self.clip, text)
    #expect(!folder.files.isUnchangedByUser(clip))
  }

  /// A file that existed before the clip belongs to the user.
  ///
  /// For a clip whose publication was interrupted, the side files are not known yet.
  @Test func sideFileWithoutAClipDoesNotBelongToGazecut() throws {
    let folder = try OwnedFolder()
    var clip = try folder.publish()
    let record = OwnedFolder.stem + ".json"
    #expect(try !folder.files.isUnchangedByUser(sideFile: record, of: nil))
    #expect(try folder.files.isUnchangedByUser(sideFile: "none.json", of: nil))
    (clip.bytes, clip.sideFiles) = (-1, [:])
    #expect(try folder.files.isUnchangedByUser(sideFile: record, of: clip))
    clip.bytes = 18
    #expect(try !folder.files.isUnchangedByUser(sideFile: record, of: clip))
  }

  @Test func clipsWithoutADigestAreComparedByTime() throws {
    let folder = try OwnedFolder()
    let clip = try folder.publish(digest: false)
    #expect(folder.files.isUnchangedByUser(clip))
    try folder.touch(Self.clip)
    #expect(!folder.files.isUnchangedByUser(clip))
  }

  /// An unreadable file may belong to the user, so it is neither gazecut's own nor missing.
  @Test func unreadableFileIsAnError() throws {
    let folder = try OwnedFolder()
    let clip = try folder.publish()
    let (record, document) = (OwnedFolder.stem + ".json", "decisions.json")
    for name in [record, document] {
      folder.files.remove(name)
      try folder.write("shorts/walk/\(name)/inside", "a folder in the place of a file")
      #expect(throws: (any Error).self) { try folder.files.digest(name) }
    }
    #expect(throws: (any Error).self) {
      try folder.files.isUnchangedByUser(sideFile: record, of: clip)
    }
    #expect(try folder.files.digest("none.json") == nil)
  }

  @Test func digestCoversTheWholeFile() throws {
    let folder = try OwnedFolder()
    // Longer than one part of the reader.
    try folder.write("big", String(repeating: "0123456789abcdef", count: 200_000))
    let expected = try ExternalProgram("sha256sum").run([folder.path + "/big"]).output
    #expect(expected.hasPrefix(try #require(ContentDigest.hex(of: folder.path + "/big"))))
    #expect(ContentDigest.hex(of: folder.path + "/none") == nil)
  }
}
