package import EditDecisions

/// A timeline for editing programs: cuts from one source, in whole frames, on one canvas.
///
/// It contains all data of an export. The writers of the formats only convert it to text.
package struct EditTimeline: Hashable, Sendable {
  /// A clip's ID, or `highlights` for the reel.
  package var name: String
  /// Frame rate of the timeline, at which source frames are counted, too.
  var rate: FrameRate
  /// Frame size of the timeline in pixels.
  var canvas: PixelSize
  var source: TimelineSource
  package var cuts: [Cut]
  /// Marks where the core begins; its text names the emotion.
  var marker: Marker?

  /// Length of the timeline in frames.
  package var length: Int { cuts.last?.end ?? 0 }

  func marker(in cut: Cut) -> Marker? {
    marker.flatMap { (cut.at..<cut.end).contains($0.at) ? $0 : nil }
  }

  struct Marker: Hashable, Sendable {
    var at: Int
    var text: String
  }
}

/// A frame size in pixels.
package struct PixelSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}

/// The properties of a source file that editing programs need.
package struct TimelineSource: Hashable, Sendable {
  var video: String
  var path: String
  /// Display size: after rotation, with square pixels.
  var picture: PixelSize
  /// Size after rotation, in the file's own pixels, which may not be square.
  var stored: PixelSize
  /// Whether the file's header rotates or mirrors the video.
  var isRotated: Bool
  var duration: Double
  var frameRate: FrameRate
  var isVariable: Bool
  /// The file's start timecode, for example `01:00:00:00`; `nil` without one.
  var timecode: String?
  /// Index of the video stream in the file.
  var stream: Int
  /// Number of audio channels; 0 without sound.
  var channels: Int
  /// Audio sample rate in hertz.
  var sampleRate: Int

  package init(
    video: String, path: String, picture: PixelSize, stored: PixelSize, isRotated: Bool,
    duration: Double, frameRate: FrameRate, isVariable: Bool, timecode: String?, stream: Int,
    channels: Int, sampleRate: Int
  ) {
    (self.video, self.path, self.duration) = (video, path, duration)
    (self.picture, self.stored, self.isRotated) = (picture, stored, isRotated)
    (self.frameRate, self.isVariable, self.timecode) = (frameRate, isVariable, timecode)
    (self.stream, self.channels, self.sampleRate) = (stream, channels, sampleRate)
  }

  /// File name with extension, by which programs find a moved file again.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Number of frames in the file, at the frame rate of the timeline.
  var frames: Int { max(1, frameRate.counted.frame(nearest: duration)) }

  /// Timecode of the first frame, at the frame rate of the timeline.
  var clock: Timecode {
    guard let timecode else { return Timecode(frame: 0, isDrop: false) }
    let rate = frameRate.divisor == 1 ? frameRate.counted : frameRate
    guard var clock = Timecode(text: timecode, rate: rate) else {
      return Timecode(frame: 0, isDrop: false)
    }
    clock.frame /= frameRate.divisor
    return clock
  }
}

/// Part of a source with one layout.
package struct Cut: Hashable, Sendable {
  /// Source frames, counted from play time 0.
  package var frames: Range<Int>
  /// First frame in the timeline.
  package var at: Int
  var moment: String
  /// The framing decision; `nil` in the highlight reel.
  var shot: ClipShot?
  /// Layers from bottom to top; never empty.
  var layers: [Layer]

  /// The first timeline frame after the cut.
  var end: Int { at + frames.count }
  /// The layers without blurred backgrounds, for formats that have no blur.
  var sharpLayers: [Layer] { layers.filter { !$0.isBlurred } }
}

/// A copy of the source's video, placed on the canvas.
struct Layer: Hashable, Sendable {
  /// Positions of the video: interpolated linearly between keys, constant outside them.
  ///
  /// Never empty. The first key is at frame 0.
  var keys: [Key]
  /// The part of the canvas that the layer may cover; `nil` for all of it.
  var area: FrameArea?
  /// Whether the layer is the blurred background of a layer above.
  var isBlurred = false

  /// Position of the video at a frame.
  struct Key: Hashable, Sendable {
    /// Frame number, counted from the first frame of the cut.
    var frame: Int
    var place: FramePlacement
  }
}
