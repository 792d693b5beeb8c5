import CFFmpeg
import Glibc

/// A libavfilter graph; not thread-safe.
///
/// The description uses ffmpeg's filter syntax. Name its ends, for example `buffer@in=…` (see
/// `Frame.bufferSource`) and `buffersink@out`. A named filter such as `crop@pan` accepts commands.
@safe
package final class FilterGraph {
  private let graph: UnsafeMutablePointer<AVFilterGraph>
  private let description: String

  /// Builds and checks a graph that uses at most `threads` threads.
  ///
  /// - Throws: `missingComponent` for an unknown filter; `other` for an invalid description.
  package init(_ description: String, threads: Int = 1) throws(MediaError) {
    LibavLog.clear()
    self.description = description
    unsafe graph = try unsafe requireAllocated(avfilter_graph_alloc(), "a filter graph")
    unsafe graph.pointee.nb_threads = Int32(threads)
    var inputs: UnsafeMutablePointer<AVFilterInOut>?
    var outputs: UnsafeMutablePointer<AVFilterInOut>?
    let code = unsafe avfilter_graph_parse2(graph, description, &inputs, &outputs)
    let isOpen = unsafe inputs != nil || outputs != nil
    unsafe avfilter_inout_free(&inputs)
    unsafe avfilter_inout_free(&outputs)
    try check(code, "build the filter graph [\(description)]")
    guard !isOpen else {
      throw MediaError(
        .other, operation: "build the filter graph [\(description)]",
        detail: "an input or output is not connected")
    }
    try check(
      unsafe avfilter_graph_config(graph, nil), "configure the filter graph [\(description)]")
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFilterGraph>? = unsafe graph
    unsafe avfilter_graph_free(&pointer)
  }

  /// Feeds a frame, which can still be used afterwards, into the source `name`; `nil` marks the end
  /// of input.
  package func push(_ frame: Frame?, into name: String = "in") throws(MediaError) {
    let source = try unsafe filter("buffer@" + name, or: "abuffer@" + name)
    let keep = Int32(AV_BUFFERSRC_FLAG_KEEP_REF)
    let code = unsafe av_buffersrc_add_frame_flags(source, frame?.pointer, keep)
    try check(code, "filter a frame with [\(description)]")
  }

  /// Returns the next frame from the sink `name`; `nil` if more input is needed or the output has
  /// ended.
  package func pull(from name: String = "out") throws(MediaError) -> Frame? {
    let sink = try unsafe filter("buffersink@" + name, or: "abuffersink@" + name)
    let frame = try Frame()
    let code = unsafe av_buffersink_get_frame(sink, frame.pointer)
    if code == -EAGAIN || code == gazecut_averror_eof { return nil }
    try check(code, "filter a frame with [\(description)]")
    if let stamp = frame.timeStamp {
      frame.time = unsafe Double(stamp) * Rational(av_buffersink_get_time_base(sink)).value
    }
    return frame
  }

  /// Filters one frame; throws `other` if the graph returns none.
  package func apply(_ frame: Frame) throws(MediaError) -> Frame {
    try push(frame)
    guard let result = try pull() else {
      throw MediaError(
        .other, operation: "filter a frame with [\(description)]", detail: "it returned no frame")
    }
    result.time = frame.time
    return result
  }

  /// Changes an option for all following frames, for example `x` of the filter `crop@pan`.
  package func command(_ name: String, _ command: String, _ value: String) throws(MediaError) {
    let code = unsafe avfilter_graph_send_command(graph, name, command, value, nil, 0, 0)
    try check(code, "send \(command)=\(value) to \(name)")
  }

  func filter(
    _ name: String, or other: String
  ) throws(MediaError) -> UnsafeMutablePointer<AVFilterContext> {
    if let found = unsafe avfilter_graph_get_filter(graph, name) { return unsafe found }
    if let found = unsafe avfilter_graph_get_filter(graph, other) { return unsafe found }
    throw MediaError(
      .other, operation: "use the filter graph [\(description)]", detail: "it has no '\(name)'")
  }

  /// Makes the audio sink `name` return frames of exactly `count` samples, except for the last.
  package func setSoundFrameSize(_ count: Int, of name: String = "out") throws(MediaError) {
    let sink = try unsafe filter("abuffersink@" + name, or: "buffersink@" + name)
    unsafe av_buffersink_set_frame_size(sink, UInt32(count))
  }
}

extension Frame {
  /// A key that changes when a graph built for this frame does not fit any more: the size, pixel
  /// format, colours, sample rate or channels have changed.
  package var formatKey: String {
    guard width > 0 else { return soundSource() }
    let colors = unsafe [
      pointer.pointee.colorspace.rawValue, pointer.pointee.color_primaries.rawValue,
      pointer.pointee.color_trc.rawValue, pointer.pointee.color_range.rawValue,
    ]
    return bufferSource() + " \(colors)"
  }

  /// The filter source for video frames like this one, with timestamps in `timeBase`.
  package func bufferSource(
    _ name: String = "in", timeBase: Rational = Rational(1, 1_000_000)
  ) -> String {
    "buffer@\(name)=video_size=\(width)x\(height):pix_fmt=\(pixelFormat ?? "none")"
      + ":time_base=\(timeBase):pixel_aspect=1/1"
  }

  /// The filter source for audio frames like this one, with timestamps in samples.
  package func soundSource(_ name: String = "in") -> String {
    let rate = unsafe pointer.pointee.sample_rate
    let format = unsafe av_get_sample_fmt_name(AVSampleFormat(pointer.pointee.format))
    let formatName = unsafe format.map { unsafe String(cString: $0) } ?? "none"
    return "abuffer@\(name)=sample_rate=\(rate):sample_fmt=\(formatName)"
      + ":channel_layout=\(layoutName):time_base=1/\(rate)"
  }

  /// Name of the channel layout; if the file specifies none, of the default for the number of
  /// channels.
  private var layoutName: String {
    var layout = unsafe pointer.pointee.ch_layout
    let count = unsafe layout.nb_channels
    if unsafe layout.order == AV_CHANNEL_ORDER_UNSPEC {
      unsafe av_channel_layout_default(&layout, count)
    }
    return unsafe String(writtenInto: 128) {
      _ = unsafe av_channel_layout_describe(&layout, $0, $1)
    }
  }

  /// Assigns the default channel layout if the file does not specify one, as `soundSource` does.
  package func assignDefaultChannelLayout() {
    guard unsafe pointer.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC else { return }
    let count = unsafe pointer.pointee.ch_layout.nb_channels
    unsafe av_channel_layout_default(&pointer.pointee.ch_layout, count)
  }

  package var sampleRate: Int { unsafe Int(pointer.pointee.sample_rate) }
}
