import CFFmpeg

/// A media file that is being encoded and written; delete it if `finish()` was not called.
package final class OutputFile {
  private let container: Container
  private let pictures: Encoder
  private let sound: Encoder?
  private let encodedSound: EncodedAudioTrack?

  /// Opens the encoders and the file, which is overwritten if it exists, and writes the header.
  ///
  /// `encodedSound` is sound that is already encoded, instead of `sound`; it is interleaved with
  /// the video. `rotation` is clockwise, in degrees, and stored as a display matrix. See
  /// `Container` for `format` and `isCancelled`.
  ///
  /// - Throws: `missingComponent`, `outOfSpace`, `notPermitted` and others.
  package init(
    path: String, format: String? = "mp4", pictures: VideoEncoderSettings,
    sound: AudioEncoderSettings? = nil, encodedSound: EncodedAudioTrack? = nil,
    rotation: Double = 0, metadata: [VideoEncoderSettings.Option] = [],
    options: [VideoEncoderSettings.Option] = [],
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) {
    container = try Container(
      path: path, format: format, metadata: metadata, isCancelled: isCancelled)
    let isGlobal = unsafe container.context.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0
    self.pictures = try Encoder(pictures: pictures, needsGlobalHeader: isGlobal)
    self.encodedSound = encodedSound
    self.sound =
      if let encodedSound { encodedSound.encoder } else if let sound {
        try Encoder(sound: sound, needsGlobalHeader: isGlobal)
      } else { nil }
    let encoder = unsafe self.pictures.context.pointee
    let stream = try unsafe container.addStream(for: self.pictures)
    unsafe stream.pointee.avg_frame_rate = encoder.framerate
    unsafe stream.pointee.sample_aspect_ratio = encoder.sample_aspect_ratio
    if rotation != 0 {
      try check(unsafe gazecut_set_rotation(stream, rotation), "write", path: path)
    }
    if let sound = self.sound { _ = try unsafe container.addStream(for: sound) }
    try container.begin(options)
  }

  /// Required number of samples per run of sound, except for the last; 0 for any number.
  package var soundFrameSize: Int { sound?.frameSize ?? 0 }

  /// Encodes and writes a frame whose timestamp is its number; `nil` drains the encoder.
  package func write(picture: Frame?) throws(MediaError) {
    if let picture, let encodedSound {
      let stamp = unsafe Double(picture.pointer.pointee.pts)
      try container.write(encodedSound, before: stamp * pictures.timeBase.value)
    }
    try encode(picture, with: pictures, stream: 0)
  }

  /// Encodes and writes samples whose timestamp is the first one's number; `nil` drains the
  /// encoder.
  package func write(sound frame: Frame?) throws(MediaError) {
    guard let sound, encodedSound == nil else { return }
    try encode(frame, with: sound, stream: 1)
  }

  private func encode(_ frame: Frame?, with encoder: Encoder, stream: Int) throws(MediaError) {
    try encoder.encode(frame) { packet throws(MediaError) in
      try self.container.write(packet, stream: stream, encoder.timeBase)
    }
  }

  /// Drains the encoders, writes the trailer and closes the file; throws `outOfSpace` even if only
  /// the last byte does not fit.
  package func finish() throws(MediaError) {
    try write(picture: nil)
    try write(sound: nil)
    if let encodedSound { try container.write(encodedSound, before: .infinity) }
    try container.finish()
  }
}
