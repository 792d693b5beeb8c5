#pragma once
/* libavutil's digests alone: what hashes needs neither media nor the rest of libav. */
#include <libavutil/hmac.h>
#include <libavutil/mem.h>
#include <libavutil/sha.h>
