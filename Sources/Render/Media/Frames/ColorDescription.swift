import CFFmpeg

/// The colour properties of a video frame: matrix, primaries, range and transfer function.
package struct ColorDescription: Hashable, Sendable {
  /// Matrix coefficients between RGB and YCbCr.
  package var matrix: Matrix
  /// Colour primaries: the chromaticities of red, green and blue.
  package var primaries: Primaries
  /// Whether samples use the full range (black 0, white 255) instead of the limited one (16–235).
  package var isFullRange: Bool
  /// Transfer function of a high dynamic range (HDR) video; `nil` for standard dynamic range.
  package var highDynamicRange: HighDynamicRange?
  /// Whether the frame is interlaced: it contains two fields from different times.
  package var isInterlaced: Bool

  package enum Matrix: String, Hashable, Sendable {
    case bt601, bt709, bt2020, rgb
  }

  /// Colour primaries that gazecut distinguishes; those of BT.601 are close enough to BT.709 to
  /// count as that.
  package enum Primaries: String, Hashable, Sendable {
    case bt709, bt2020
    /// Display P3, used by Apple's cameras and screens.
    case displayP3 = "smpte432"
  }

  package enum HighDynamicRange: String, Hashable, Sendable {
    /// Perceptual quantizer, SMPTE ST 2084.
    case pq = "smpte2084"
    /// Hybrid log-gamma, ARIB STD-B67.
    case hlg = "arib-std-b67"
  }
}

extension Frame {
  /// Colour properties of this frame, guessed as in mpv and ffplay if the file does not specify
  /// them.
  ///
  /// A frame up to 576 lines high and less than 1280 pixels wide is BT.601, any other is BT.709
  /// (mpv's `pl_color_system_guess_ycbcr`). The primaries follow the matrix. For HDR they are
  /// BT.2020, as in BT.2100.
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

  /// Whether the pixel format is yuv420p (8-bit planar YUV 4:2:0), of limited or full range.
  package var isYUV420: Bool { unsafe pointer.pointee.format == AV_PIX_FMT_YUV420P.rawValue }

  /// Whether chroma has half the horizontal resolution of luma.
  package var hasHalfChroma: Bool {
    unsafe av_pix_fmt_desc_get(AVPixelFormat(pointer.pointee.format))
      .map { unsafe $0.pointee.log2_chroma_w == 1 } ?? false
  }

  /// Copies the HDR metadata of another frame: mastering display and content light level.
  package func copyHDRMetadata(of frame: Frame) throws(MediaError) {
    for kind in [AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL] {
      guard let data = unsafe av_frame_get_side_data(frame.pointer, kind) else { continue }
      let copy = try unsafe requireAllocated(
        av_frame_new_side_data(pointer, kind, data.pointee.size), "a frame")
      unsafe copy.pointee.data.update(from: data.pointee.data, count: Int(data.pointee.size))
    }
  }
}
