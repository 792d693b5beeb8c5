internal import CFFmpeg

extension FilterGraph {
  /// Makes the sound sink `name` give runs of exactly `count` samples (but the last).
  package func setSoundFrameSize(_ count: Int, of name: String = "out") throws(MediaError) {
    let sink = try unsafe filter("abuffersink@" + name, or: "buffersink@" + name)
    unsafe av_buffersink_set_frame_size(sink, UInt32(count))
  }
}
