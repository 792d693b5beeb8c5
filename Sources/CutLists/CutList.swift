public import EditDecisions

/// A timeline for an editor's program: stretches of one source, in whole frames, on one canvas.
///
/// Everything an export needs is here and counted once; a writer only chooses words.
public struct CutList: Hashable, Sendable {
  /// A short's id, or `highlights`.
  public var name: String
  /// Frames a second of the timeline; the source is counted in it, too.
  public var rate: FrameRate
  /// Size of the timeline's picture.
  public var canvas: PixelSize
  /// What is cut.
  public var source: CutSource
  /// In order of time, without gaps.
  public var cuts: [Cut]
  /// The place where the evidence begins, and what it was.
  public var marker: Marker?

  /// Frames of the timeline.
  public var length: Int { cuts.last.map { $0.at + $0.frames.count } ?? 0 }

  /// A word at a frame of the timeline.
  public struct Marker: Hashable, Sendable {
    /// The frame.
    public var at: Int
    /// What to say there.
    public var text: String
  }
}

/// A size in pixels.
public struct PixelSize: Hashable, Sendable {
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// Makes a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A source file, as an editor's program has to know it.
public struct CutSource: Hashable, Sendable {
  /// The video's id.
  public var video: String
  /// Where the file is, from the root.
  public var path: String
  /// The picture after rotation, with square pixels.
  public var picture: PixelSize
  /// The picture after rotation, in the file's own pixels.
  public var stored: PixelSize
  /// Whether the file's header turns or mirrors the picture.
  public var isTurned: Bool
  /// Seconds of the file.
  public var duration: Double
  /// Frames a second of the file.
  public var frameRate: FrameRate
  /// Whether frames come at uneven times.
  public var isVariable: Bool
  /// The file's own clock, as its header words it; `nil` without one.
  public var timecode: String?
  /// Channels of its sound; 0 without sound.
  public var channels: Int
  /// Samples a second of its sound.
  public var sampleRate: Int

  /// Makes a description.
  public init(
    video: String, path: String, picture: PixelSize, stored: PixelSize, isTurned: Bool,
    duration: Double, frameRate: FrameRate, isVariable: Bool, timecode: String?, channels: Int,
    sampleRate: Int
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
public struct Cut: Hashable, Sendable {
  /// Frames of the source, counted from play time 0.
  public var frames: Range<Int>
  /// The timeline's frame at which it begins.
  public var at: Int
  /// The id of its moment.
  public var moment: String
  /// The decision behind it; `nil` in the reel.
  public var shot: FramedShot?
  /// What lies over what, lowest first; not empty.
  public var layers: [Layer]
}

/// The source's picture, somewhere on the canvas.
public struct Layer: Hashable, Sendable {
  /// Where the picture lies: linear between keys, held outside them.
  ///
  /// Never empty; the first is at frame 0.
  public var keys: [Key]
  /// The part of the canvas that it may fill; `nil` for all of it.
  public var area: Box?
  /// Whether it is only the blurred ground of a layer above.
  public var isBlurred = false

  /// Where the picture lies at a frame.
  public struct Key: Hashable, Sendable {
    /// Counted from the first frame of its cut.
    public var frame: Int
    /// Where.
    public var place: PicturePlace
  }
}
