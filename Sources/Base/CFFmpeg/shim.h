#pragma once
#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/hwcontext.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// Macros that Swift cannot import.
static const int gazecut_averror_eof = AVERROR_EOF;
static const int gazecut_averror_exit = AVERROR_EXIT;
static const int gazecut_averror_invalid_data = AVERROR_INVALIDDATA;
static const int gazecut_averror_patch_welcome = AVERROR_PATCHWELCOME;
static const int gazecut_averror_encoder_not_found = AVERROR_ENCODER_NOT_FOUND;
static const int gazecut_averror_decoder_not_found = AVERROR_DECODER_NOT_FOUND;
static const int gazecut_averror_demuxer_not_found = AVERROR_DEMUXER_NOT_FOUND;
static const int gazecut_averror_muxer_not_found = AVERROR_MUXER_NOT_FOUND;
static const int gazecut_averror_filter_not_found = AVERROR_FILTER_NOT_FOUND;
static const int gazecut_averror_protocol_not_found = AVERROR_PROTOCOL_NOT_FOUND;
static const int gazecut_averror_stream_not_found = AVERROR_STREAM_NOT_FOUND;
static const int gazecut_averror_option_not_found = AVERROR_OPTION_NOT_FOUND;
static const int64_t gazecut_no_pts = AV_NOPTS_VALUE;

// A file in memory that no started program inherits (MFD_CLOEXEC), or -1 with errno.
static inline int gazecut_memory_file(void) {
  return (int)syscall(SYS_memfd_create, "gazecut", 1U);
}

// A file without a name in a folder, or -1 with errno; EOPNOTSUPP or EISDIR where there are none.
static inline int gazecut_nameless_file(const char *folder) {
  // Swift's compiler imports headers without _GNU_SOURCE: __O_TMPFILE with O_DIRECTORY.
  return open(folder, 020000000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0600);
}

// What a stream's container says beside its packets, of at least so many bytes, or NULL. It moved
// from the stream to its codec parameters in libavformat 60.15 (FFmpeg 6.1).
static inline const void *gazecut_side_data(
    const AVStream *stream, enum AVPacketSideDataType type, size_t least) {
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
  return data && data->size >= least ? data->data : NULL;
#else
  size_t size = 0;
  const uint8_t *data = av_stream_get_side_data(stream, type, &size);
  return data && size >= least ? data : NULL;
#endif
}

// The display matrix of a stream (nine numbers), or NULL.
static inline const int32_t *gazecut_display_matrix(const AVStream *stream) {
  return (const int32_t *)gazecut_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, 36);
}

// The display matrix of a frame (nine numbers), or NULL.
static inline const int32_t *gazecut_frame_matrix(const AVFrame *frame) {
  const AVFrameSideData *data = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX);
  return data && data->size >= 36 ? (const int32_t *)data->data : NULL;
}

// Whether a picture is of Dolby Vision without a base layer that other decoders show rightly: its
// record names no signal that the layer is compatible with, as profile 5's.
static inline int gazecut_lacks_base_layer(const AVStream *stream) {
  const AVDOVIDecoderConfigurationRecord *record =
      (const AVDOVIDecoderConfigurationRecord *)gazecut_side_data(
          stream, AV_PKT_DATA_DOVI_CONF, sizeof(AVDOVIDecoderConfigurationRecord));
  return record && record->dv_bl_signal_compatibility_id == 0;
}

// Gives a stream to be written a display matrix that turns the picture by `degrees`.
static inline int gazecut_set_rotation(AVStream *stream, double degrees) {
  int32_t *matrix = NULL;
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
  AVPacketSideData *data = av_packet_side_data_new(
      &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data,
      AV_PKT_DATA_DISPLAYMATRIX, 36, 0);
  matrix = data ? (int32_t *)data->data : NULL;
#else
  matrix = (int32_t *)av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, 36);
#endif
  if (!matrix) return AVERROR(ENOMEM);
  av_display_rotation_set(matrix, degrees);
  return 0;
}

// Whether a frame holds two fields. The member became a flag in libavutil 58.7 (FFmpeg 6.1), and
// was taken away in FFmpeg 8.
static inline int gazecut_is_interlaced(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
  return frame->interlaced_frame;
#endif
}

// The form of pictures that an encoder likes best, or AV_PIX_FMT_NONE. The list became a question
// in libavcodec 61.13 (FFmpeg 7.1), and was taken away in FFmpeg 9.
static inline enum AVPixelFormat gazecut_first_pixel_format(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *formats = NULL;
  int count = 0;
  int code = avcodec_get_supported_config(
      NULL, codec, AV_CODEC_CONFIG_PIX_FORMAT, 0, &formats, &count);
  return code >= 0 && count > 0 ? *(const enum AVPixelFormat *)formats : AV_PIX_FMT_NONE;
#else
  const enum AVPixelFormat *formats = codec->pix_fmts;
  return formats ? formats[0] : AV_PIX_FMT_NONE;
#endif
}

// The first error that a format context's output met, or 0.
static inline int gazecut_output_error(const AVFormatContext *context) {
  return context->pb ? context->pb->error : 0;
}

// avcodec_open2() for an encoder, by a thread that may not take itself above all others meanwhile.
//
// SVT-AV1 gives its threads, and the thread that opens it, a real-time priority of 99 where it runs
// as root (EbThreads.c, bug 19511 of glibc in its comment): whatever the thread starts afterwards
// inherits it, and two such tasks that wait for a third on two cores wait for ever. Without
// CAP_SYS_NICE the attempt fails, which it ignores.
static inline int gazecut_open_encoder(
    AVCodecContext *context, const AVCodec *codec, AVDictionary **options) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct held[2], fewer[2];
  // Who may not has nothing to give up, and asks for no call that a service's filter forbids.
  int is_lowered = syscall(SYS_capget, &header, held) == 0
      && (held[0].effective & (1u << CAP_SYS_NICE)) != 0;
  if (is_lowered) {
    fewer[0] = held[0];
    fewer[1] = held[1];
    fewer[0].effective &= ~(1u << CAP_SYS_NICE);
    is_lowered = syscall(SYS_capset, &header, fewer) == 0;
  }
  int code = avcodec_open2(context, codec, options);
  if (is_lowered) syscall(SYS_capset, &header, held);
  return code;
}
