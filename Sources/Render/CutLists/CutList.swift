package import EditDecisions

/// A timeline for an editor's program: stretches of one source, in whole frames, on one canvas.
///
/// Everything an export needs is here and counted once; a writer only chooses words.
package struct CutList: Hashable, Sendable {
  /// A short's id, or `highlights`.
  package var name: String
  /// Frames a second of the timeline; the source is counted in it, too.
  var rate: FrameRate
  /// Size of the timeline's picture.
  var canvas: PixelSize
  var source: CutSource
  /// In order of time, without gaps.
  package var cuts: [Cut]
  /// The place where the evidence begins, and what it was.
  var marker: Marker?

  /// Frames of the timeline.
  package var length: Int { cuts.last.map { $0.at + $0.frames.count } ?? 0 }

  /// A word at a frame of the timeline.
  struct Marker: Hashable, Sendable {
    var at: Int
    /// What to say there.
    var text: String
  }
}

package struct PixelSize: Hashable, Sendable {
  /// Pixels across.
  package var width: Int
  /// Pixels down.
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A source file, as an editor's program has to know it.
package struct CutSource: Hashable, Sendable {
  var video: String
  /// Where the file is, from the root.
  var path: String
  /// The picture after rotation, with square pixels.
  var picture: PixelSize
  /// The picture after rotation, in the file's own pixels.
  var stored: PixelSize
  /// Whether the file's header turns or mirrors the picture.
  var isTurned: Bool
  var duration: Double
  /// Frames a second of the file.
  var frameRate: FrameRate
  /// Whether frames come at uneven times.
  var isVariable: Bool
  /// The file's own clock, as its header words it; `nil` without one.
  var timecode: String?
  /// Which of the file's streams the picture is.
  var stream: Int
  /// Channels of its sound; 0 without sound.
  var channels: Int
  /// Samples a second of its sound.
  var sampleRate: Int

  package init(
    video: String, path: String, picture: PixelSize, stored: PixelSize, isTurned: Bool,
    duration: Double, frameRate: FrameRate, isVariable: Bool, timecode: String?, stream: Int,
    channels: Int, sampleRate: Int
  ) {
    self.video = video
    self.path = path
    self.picture = picture
    self.stored = stored
    self.isTurned = isTurned
    self.duration = duration
    self.frameRate = frameRate
    self.isVariable = isVariable
    self.timecode = timecode
    self.stream = stream
    self.channels = channels
    self.sampleRate = sampleRate
  }

  /// The file's name with its ending: programs find a moved file again by it.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Frames of the file in the clips' rate.
  var frames: Int { max(1, frameRate.counted.frame(nearest: duration)) }

  /// The number of the first frame on the file's own clock, in the clips' rate.
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

/// A stretch of a source with one layout.
package struct Cut: Hashable, Sendable {
  /// Frames of the source, counted from play time 0.
  package var frames: Range<Int>
  /// The timeline's frame at which it begins.
  package var at: Int
  var moment: String
  /// The decision behind it; `nil` in the reel.
  var shot: FramedShot?
  /// What lies over what, lowest first; not empty.
  var layers: [Layer]
}

/// The source's picture, somewhere on the canvas.
struct Layer: Hashable, Sendable {
  /// Where the picture lies: linear between keys, held outside them.
  ///
  /// Never empty; the first is at frame 0.
  var keys: [Key]
  /// The part of the canvas that it may fill; `nil` for all of it.
  var area: PictureArea?
  /// Whether it is only the blurred ground of a layer above.
  var isBlurred = false

  /// Where the picture lies at a frame.
  struct Key: Hashable, Sendable {
    /// Counted from the first frame of its cut.
    var frame: Int
    var place: PicturePlace
  }
}
