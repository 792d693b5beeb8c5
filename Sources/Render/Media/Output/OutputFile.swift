internal import CFFmpeg

/// A media file being written: pictures, sound, container.
///
/// Only `finish()` makes the file whole; without it, what was written is to be thrown away.
package final class OutputFile {
  private let container: Container
  private let pictures: Encoder
  private let sound: Encoder?
  private let encodedSound: EncodedSound?

  /// Opens encoders and file, and writes the header.
  ///
  /// - Parameters:
  ///   - path: the file; it is overwritten.
  ///   - format: libav's name of the container: `mp4`; `nil` goes by the file's name.
  ///   - pictures: how to encode pictures; their time stamps count frames.
  ///   - sound: how to encode sound; its time stamps count samples; `nil` for none.
  ///   - encodedSound: sound that was encoded before, in place of `sound`; it is written as the
  ///     pictures go on.
  ///   - rotation: degrees by which a display matrix turns the picture clockwise.
  ///   - metadata: what the container says of itself: `title`, `comment`.
  ///   - options: of the container: `movflags`.
  ///   - isCancelled: asked at every packet, also while encoders are drained; the file is then
  ///     left as it is, and what the encoders still hold is thrown away.
  /// - Throws: `missingComponent`, `outOfSpace`, `notPermitted` and others.
  package init(
    path: String, format: String? = "mp4", pictures: PictureEncoding, sound: SoundEncoding? = nil,
    encodedSound: EncodedSound? = nil, rotation: Double = 0,
    metadata: [PictureEncoding.Option] = [],
    options: [PictureEncoding.Option] = [],
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) {
    container = try Container(
      path: path, format: format, metadata: metadata, isCancelled: isCancelled)
    let isGlobal =
      unsafe container.context.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0
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

  /// Samples that each run of sound must have (but the last); 0 for any number.
  package var soundFrameSize: Int { sound?.frameSize ?? 0 }

  /// Encodes and writes a picture whose time stamp is its number; `nil` drains the encoder.
  package func write(picture: Frame?) throws(MediaError) {
    if let picture, let encodedSound {
      let stamp = unsafe Double(picture.pointer.pointee.pts)
      try container.write(encodedSound, before: stamp * pictures.timeBase.value)
    }
    try encode(picture, with: pictures, stream: 0)
  }

  /// Encodes and writes a run of sound whose time stamp is the number of its first sample.
  package func write(sound frame: Frame?) throws(MediaError) {
    guard let sound, encodedSound == nil else { return }
    try encode(frame, with: sound, stream: 1)
  }

  private func encode(_ frame: Frame?, with encoder: Encoder, stream: Int) throws(MediaError) {
    try encoder.encode(frame) { packet throws(MediaError) in
      try self.container.write(packet, stream: stream, encoder.timeBase)
    }
  }

  /// Drains the encoders, completes the container and closes the file, checking each step.
  ///
  /// - Throws: `interrupted`; `outOfSpace` when the disk filled up, even if only the last byte did
  ///   not fit.
  package func finish() throws(MediaError) {
    try write(picture: nil)
    try write(sound: nil)
    if let encodedSound { try container.write(encodedSound, before: .infinity) }
    try container.finish()
  }
}
