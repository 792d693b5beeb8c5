internal import CFFmpeg

/// Where an encoder that runs on a graphics card keeps its pictures; owns its device and pool.
///
/// VA-API encoders take no pictures from memory: each is copied to the card first.
@safe
final class EncoderDevice {
  private var device: UnsafeMutablePointer<AVBufferRef>?
  private var pool: UnsafeMutablePointer<AVBufferRef>?

  /// Opens the first card that there is and a pool for pictures such as `context` encodes.
  ///
  /// - Throws: the reason libav gives, such as a missing driver.
  init(for context: UnsafeMutablePointer<AVCodecContext>) throws(MediaError) {
    unsafe device = nil
    unsafe pool = nil
    try check(
      unsafe av_hwdevice_ctx_create(&device, AV_HWDEVICE_TYPE_VAAPI, nil, nil, 0),
      "open a graphics card")
    unsafe pool = unsafe av_hwframe_ctx_alloc(device)
    guard let frames = unsafe pool?.pointee.data else {
      throw MediaError(.outOfMemory, operation: "allocate pictures on the graphics card")
    }
    unsafe frames.withMemoryRebound(to: AVHWFramesContext.self, capacity: 1) { frames in
      unsafe frames.pointee.format = AV_PIX_FMT_VAAPI
      unsafe frames.pointee.sw_format = AV_PIX_FMT_NV12
      unsafe frames.pointee.width = unsafe context.pointee.width
      unsafe frames.pointee.height = unsafe context.pointee.height
      unsafe frames.pointee.initial_pool_size = 20
    }
    try check(unsafe av_hwframe_ctx_init(pool), "allocate pictures on the graphics card")
    unsafe context.pointee.pix_fmt = AV_PIX_FMT_VAAPI
    unsafe context.pointee.hw_frames_ctx = unsafe av_buffer_ref(pool)
  }

  deinit {
    unsafe av_buffer_unref(&pool)
    unsafe av_buffer_unref(&device)
  }

  /// Copies a picture to the card.
  func upload(_ frame: Frame) throws(MediaError) -> Frame {
    let copy = try Frame()
    try check(
      unsafe av_hwframe_get_buffer(pool, copy.pointer, 0), "allocate a picture on the card")
    try check(
      unsafe av_hwframe_transfer_data(copy.pointer, frame.pointer, 0), "copy a picture to the card")
    try check(unsafe av_frame_copy_props(copy.pointer, frame.pointer), "share a frame")
    copy.time = frame.time
    return copy
  }
}
