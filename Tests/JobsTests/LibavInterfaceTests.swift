import Foundation
import Testing

/// The sources use only the API that FFmpeg 5.1, 6 and 7 have in common.
///
/// This build uses FFmpeg 5.1; `make test-libav` compiles with the headers of later versions.
@Suite struct LibavInterfaceTests {
  /// Names that FFmpeg 6 (libavcodec 60, libavutil 58), 7 (61, 59) or 8 removed, and names that 5.1
  /// does not have yet, according to doc/APIchanges of FFmpeg.
  private static let unavailable = [
    "av_mallocz_array", "av_fifo_alloc(", "av_fifo_generic", "thread_safe_callbacks",
    "av_stream_get_end_pts", "av_fopen_utf8",
    // Channel layouts as a number and a mask.
    "av_get_channel_layout", "av_get_default_channel_layout", "av_get_channel_name",
    "request_channel_layout", "pointee.channels", "pointee.channel_layout", "swr_alloc_set_opts(",
    "av_buffersink_get_channels", "av_buffersink_get_channel_layout",
    // Fields of a frame.
    "pkt_duration", "reordered_opaque", "coded_picture_number", "display_picture_number",
    "avcodec_close(", "av_init_packet", "ticks_per_frame",
    "AV_FRAME_FLAG_KEY", "AV_FRAME_FLAG_TOP_FIELD_FIRST",
  ]

  private func sources() throws -> [(path: String, text: String)] {
    try ["Sources/Render/Media", "Sources/Base/CFFmpeg", "Sources/Base/CDigest"]
      .flatMap(StartedPrograms.files)
      .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".h") }
      .map { ($0, try StartedPrograms.text($0)) }
  }

  @Test func namesThatASupportedVersionLacksAreNotUsed() throws {
    let sources = try sources()
    #expect(sources.count > 20, "the search finds the files of the module")
    for (path, text) in sources {
      for name in Self.unavailable { #expect(!text.contains(name), "\(path) uses \(name)") }
    }
  }

  /// API that differs between versions is inside `#if`, with a branch for each version.
  @Test func movedAPIIsSelectedByVersion() throws {
    let shim = try #require(try sources().first { $0.path.hasSuffix("CFFmpeg/shim.h") }).text
    let moved = [
      ("av_stream_get_side_data", "FORMAT"), ("av_stream_new_side_data", "FORMAT"),
      ("interlaced_frame", "UTIL"), ("pix_fmts", "CODEC"),
    ]
    for (name, library) in moved {
      let parts = shim.components(separatedBy: name)
      #expect(parts.count == 2)
      let condition = "#if LIBAV\(library)_VERSION_INT"
      let before = try #require(parts.first?.components(separatedBy: condition).last)
      #expect(before.contains("#else") && !before.contains("#endif"), "\(name) is unconditional")
    }
    for (path, text) in try sources() where path.hasSuffix(".swift") {
      for part in [
        "av_stream_get_side_data", "av_stream_new_side_data", "interlaced_frame",
        "AV_FRAME_FLAG_INTERLACED", "pix_fmts",
      ] {
        #expect(!text.contains(part), "\(path) uses \(part) without the shim")
      }
    }
  }
}
