internal import CFFmpeg

extension Frame {
  /// How much fine detail a picture holds: the mean square of its luma's Laplacian.
  ///
  /// The usual measure of focus (Pech-Pacheco et al., 2000), comparable between frames of one
  /// size and framing. Every second row is looked at; 0 for formats that are not of 8 bits.
  package var sharpness: Double {
    guard let pixels = unsafe av_pix_fmt_desc_get(AVPixelFormat(pointer.pointee.format)),
      unsafe pixels.pointee.comp.0.depth == 8, width > 2, height > 2,
      let luma = unsafe pointer.pointee.data.0
    else { return 0 }
    let stride = unsafe Int(pointer.pointee.linesize.0)
    var (sum, count) = (0, 0)
    for row in Swift.stride(from: 1, to: height - 1, by: 2) {
      let line = unsafe luma + row * stride
      for x in 1..<width - 1 {
        let across = unsafe Int(line[x - 1]) + Int(line[x + 1])
        let down = unsafe Int(line[x - stride]) + Int(line[x + stride])
        let change = unsafe 4 * Int(line[x]) - across - down
        sum += change * change
      }
      count += width - 2
    }
    return Double(sum) / Double(max(1, count))
  }
}
