/// What a source file may be and what may decode it.
///
/// A playlist or script named `x.mp4` opens and reads other files, even with only the `file`
/// protocol allowed; what stops it is a list of allowed containers and decoders.
enum OpenPolicy {
  /// Containers that hold their own data; no playlists, scripts or picture sequences.
  static let formats = [
    "mov", "mp4", "m4a", "3gp", "3g2", "mj2", "matroska", "webm", "avi", "mpegts", "mpeg",
    "mpegvideo", "flv", "ogg", "wav", "mp3", "aac", "flac", "asf", "mxf", "dv", "ivf", "nut",
  ].joined(separator: ",")

  /// Decoders of pictures, sound and subtitles met in those containers.
  static let codecs = [
    // Pictures.
    "h264", "hevc", "libdav1d", "libaom-av1", "av1", "vp8", "vp9", "libvpx", "libvpx-vp9",
    "mpeg4", "mpeg1video", "mpeg2video", "mjpeg", "png", "prores", "dnxhd", "dvvideo", "theora",
    "h263", "h263p", "flv", "vp6", "vp6f", "vp6a", "vc1", "wmv1", "wmv2", "wmv3", "msmpeg4v1",
    "msmpeg4", "msmpeg4v2", "ffv1", "huffyuv", "ffvhuff", "utvideo", "rawvideo", "cinepak",
    "svq1", "svq3", "cfhd", "vvc", "libvvdec",
    // Sound.
    "aac", "aac_fixed", "aac_latm", "mp3", "mp3float", "mp2", "mp2float", "mp1", "mp1float",
    "ac3", "ac3_fixed", "eac3", "dca", "truehd", "mlp", "opus", "libopus", "vorbis", "libvorbis",
    "flac", "alac", "wavpack", "amrnb", "amrwb", "wmav1", "wmav2", "wmapro", "nellymoser",
    "adpcm_ms", "adpcm_ima_wav", "adpcm_ima_qt", "adpcm_swf", "gsm", "speex", "pcm_alaw",
    "pcm_mulaw", "pcm_u8", "pcm_s8", "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be",
    "pcm_s32le", "pcm_s32be", "pcm_f32le", "pcm_f32be", "pcm_f64le", "pcm_bluray", "pcm_dvd",
    // Subtitles.
    "mov_text", "subrip", "srt", "ass", "ssa", "webvtt", "text", "dvdsub", "dvbsub", "pgssub",
  ].joined(separator: ",")

  /// The largest picture that is decoded, in pixels: 8K and a little; a guard against bombs.
  static let maximumPixels: Int64 = 8192 * 8192

  /// The most streams that a file may have: cameras write a dozen, discs some forty.
  static let maximumStreams = 200
  /// Seconds; a file of which the last picture ends later has damaged times.
  static let longestVideo = 14 * 86_400.0
  /// Bytes that one table of a file's headers may take in memory.
  ///
  /// The index of a day of film takes half of it; Matroska's demuxer holds all tracks that a file
  /// lists, 1.6 KB each, before it asks how many there may be.
  static let largestTable = 256 << 20
  /// Bytes that are read at most to find out what a file is, libav's own default.
  static let probeSize = 5_000_000
  /// The longest that one step of reading may take: opening, a seek, a packet.
  ///
  /// On a sound file it takes milliseconds; a minute allows for a disk that has to spin up.
  static let patience = Duration.seconds(60)
}
