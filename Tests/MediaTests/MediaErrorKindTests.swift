import Glibc
import Testing

@testable import Media

@Suite struct MediaErrorKindTests {
  @Test(arguments: [
    (-ENOENT, MediaError.Kind.notFound), (-EACCES, .notPermitted), (-EROFS, .notPermitted),
    (-ENOSPC, .outOfSpace), (-EDQUOT, .outOfSpace), (-ENOMEM, .outOfMemory),
    (-ETIMEDOUT, .timedOut), (-EIO, .inputOutput), (-EINVAL, .other), (-EINTR, .interrupted),
  ])
  func systemErrorCodesAreMappedToKinds(code: Int32, kind: MediaError.Kind) {
    #expect(MediaError.kind(of: code) == kind)
  }

  @Test func descriptionsAreSentences() {
    let space = MediaError.system(ENOSPC, "write", "a/b.mp4")
    #expect(space.description == "Cannot write 'a/b.mp4': No space left on device")
    let missing = MediaError(
      .missingComponent(.encoder, name: "x", available: ["libx264", "mpeg4"]),
      operation: "encode")
    #expect(
      missing.description
        == "Cannot encode: this build of FFmpeg has no encoder 'x'; available: libx264, mpeg4")
    let own = MediaError(.invalidData, operation: "use", path: "a", detail: "it has no picture")
    #expect(own.description == "Cannot use 'a': it has no picture")
  }

  @Test func invalidFilterGraphErrorNamesTheFilter() {
    let error = #expect(throws: MediaError.self) { try FilterGraph("nosuchfilter,buffersink@out") }
    #expect(error?.description.contains("nosuchfilter") == true)
    let other = #expect(throws: MediaError.self) {
      try FilterGraph("color=black,scale=w=banana,buffersink@out")
    }
    #expect(other?.description.contains("banana") == true)
  }
}
