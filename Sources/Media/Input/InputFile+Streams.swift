internal import CFFmpeg

extension InputFile {
  /// The stream to show: no attached picture (a cover); the default one, else the largest.
  var videoStream: UnsafeMutablePointer<AVStream>? {
    let candidates = unsafe streams.filter { stream in
      unsafe stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
        && stream.pointee.disposition
          & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS) == 0
        && stream.pointee.codecpar.pointee.codec_id != AV_CODEC_ID_NONE
    }
    return unsafe candidates.max { unsafe Self.rank($0) < Self.rank($1) }
  }

  /// The sound that belongs to the picture.
  var soundStream: UnsafeMutablePointer<AVStream>? {
    let related = unsafe videoStream.map { unsafe $0.pointee.index } ?? -1
    let index = unsafe av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, related, nil, 0)
    let found = unsafe streams
    guard index >= 0, Int(index) < (unsafe found.count) else { return nil }
    let stream = unsafe found[Int(index)]
    return unsafe stream.pointee.codecpar.pointee.ch_layout.nb_channels > 0 ? stream : nil
  }

  private static func rank(_ stream: UnsafeMutablePointer<AVStream>) -> Int {
    let parameters = unsafe stream.pointee.codecpar.pointee
    let area = unsafe Int(parameters.width) * Int(parameters.height)
    let isDefault = unsafe stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0
    return area + (isDefault ? 1 << 40 : 0)
  }
}
