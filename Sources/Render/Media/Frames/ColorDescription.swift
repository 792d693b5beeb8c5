internal import CFFmpeg

/// How a picture's numbers stand for colours.
package struct ColorDescription: Hashable, Sendable {
  /// The matrix between RGB and luma with chroma.
  package var matrix: Matrix
  /// What red, green and blue stand for.
  package var primaries: Primaries
  /// Whether black is 0 and white 255, instead of 16 and 235.
  package var isFullRange: Bool
  /// The transfer of a high dynamic range picture; `nil` for ordinary ones.
  package var highDynamicRange: HighDynamicRange?
  /// Whether fields of two instants are interleaved in it.
  package var isInterlaced: Bool

  /// The matrices met in video.
  package enum Matrix: String, Hashable, Sendable {
    case bt601, bt709, bt2020, rgb
  }

  /// The primaries that are told apart; those of BT.601 are near enough to BT.709's.
  package enum Primaries: String, Hashable, Sendable {
    case bt709, bt2020
    /// Those of Apple's cameras and screens (Display P3).
    case displayP3 = "smpte432"
  }

  /// The transfers of high dynamic range.
  package enum HighDynamicRange: String, Hashable, Sendable {
    /// SMPTE 2084.
    case pq = "smpte2084"
    /// ARIB STD-B67.
    case hlg = "arib-std-b67"
  }
}

extension Frame {
  /// The colours of this picture; where the file does not say, as mpv and ffplay guess.
  ///
  /// A picture up to 576 lines high and less than 1280 wide is BT.601, any other BT.709 (mpv's
  /// `pl_color_system_guess_ycbcr`); primaries go with the matrix, and are BT.2020's where the
  /// dynamic range is high (BT.2100).
  package var colors: ColorDescription {
    let format = unsafe AVPixelFormat(pointer.pointee.format)
    let pixels = unsafe av_pix_fmt_desc_get(format)
    let isRGB =
      unsafe pixels.map {
        unsafe $0.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
      } ?? false
    let matrix: ColorDescription.Matrix =
      switch unsafe pointer.pointee.colorspace {
      case _ where isRGB: .rgb
      case AVCOL_SPC_BT709: .bt709
      case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M, AVCOL_SPC_FCC: .bt601
      case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: .bt2020
      default: width >= 1280 || height > 576 ? .bt709 : .bt601
      }
    let transfer: ColorDescription.HighDynamicRange? =
      switch unsafe pointer.pointee.color_trc {
      case AVCOL_TRC_SMPTE2084: .pq
      case AVCOL_TRC_ARIB_STD_B67: .hlg
      default: nil
      }
    let primaries: ColorDescription.Primaries =
      switch unsafe pointer.pointee.color_primaries {
      case AVCOL_PRI_BT2020: .bt2020
      case AVCOL_PRI_SMPTE432: .displayP3
      case AVCOL_PRI_UNSPECIFIED, AVCOL_PRI_RESERVED0, AVCOL_PRI_RESERVED:
        matrix == .bt2020 || transfer != nil ? .bt2020 : .bt709
      default: .bt709
      }
    let isJPEG =
      format == AV_PIX_FMT_YUVJ420P || format == AV_PIX_FMT_YUVJ422P
      || format == AV_PIX_FMT_YUVJ444P
    return ColorDescription(
      matrix: matrix, primaries: primaries,
      isFullRange: unsafe isJPEG || pointer.pointee.color_range == AVCOL_RANGE_JPEG,
      highDynamicRange: transfer, isInterlaced: unsafe gazecut_is_interlaced(pointer) != 0)
  }

  /// Whether the picture is planar YUV 4:2:0 in eight bits, of either range.
  package var isYUV420: Bool { unsafe pointer.pointee.format == AV_PIX_FMT_YUV420P.rawValue }

  /// Whether there is one chroma sample for every second column of pixels.
  package var hasHalfChroma: Bool {
    unsafe av_pix_fmt_desc_get(AVPixelFormat(pointer.pointee.format))
      .map { unsafe $0.pointee.log2_chroma_w == 1 } ?? false
  }

  /// Takes over what another picture says of its light, such as the display it was made for.
  package func takeLight(of frame: Frame) throws(MediaError) {
    for kind in [AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL] {
      guard let data = unsafe av_frame_get_side_data(frame.pointer, kind) else { continue }
      let copy = try unsafe allocated(
        av_frame_new_side_data(pointer, kind, data.pointee.size), "a frame")
      unsafe copy.pointee.data.update(from: data.pointee.data, count: Int(data.pointee.size))
    }
  }
}
