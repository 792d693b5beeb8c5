import Rendering

extension Setting {
  static let render: [Setting] = [
    .whole(
      "render.width", "pixels, even", "Width of a short.", in: 16...7680, multipleOf: 2,
      \.render.width),
    .whole(
      "render.height", "pixels, a multiple of 4", "Height of a short.", in: 16...7680,
      multipleOf: 4,
      \.render.height),
    .whole(
      "render.reelHeight", "pixels, even", "Greatest height of the reel.", in: 16...7680,
      multipleOf: 2, \.render.reelHeight),
    .word(
      "render.encoder", "name of a video encoder",
      "What encodes the picture; `gazecut doctor` lists those that are there.",
      \.render.encoder),
    .whole(
      "render.crf", "0 best to 51 worst", "Constant quality; 18 to 24 is usual.", in: 0...63,
      \.render.crf),
    .word(
      "render.preset", "name of a preset of the encoder",
      "How hard the encoder tries; slower makes smaller files.", \.render.preset),
    .whole(
      "render.encoderThreads", "threads",
      "Threads of one encoder. The same count gives the same bytes, so it is part of a clip's id.",
      in: 1...64, \.render.encoderThreads),
  ]
}
