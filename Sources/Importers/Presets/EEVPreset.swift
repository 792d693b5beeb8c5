extension TablePreset {
  /// What `gazecut formats show eev` prints.
  static let eev = #"""
    {
      "gazecut": "preset/1",
      "name": "eev",
      "about": "Evoked Expressions in Video, CSV: 15 expressions at 6 Hz, rows of zeros are no face",
      "recognise": ["amusement", "elation", "awe", "triumph"],
      "time": {
        "column": ["Timestamp (milliseconds)", "Timestamp (microseconds)", "Timestamp (seconds)",
                   "Timestamp (ms)", "Timestamp (us)", "Timestamp (s)", "timestamp_ms",
                   "timestamp_us", "timestamp_s"]
      },
      "scores": {
        "full": 1,
        "zerosAreNoFace": true,
        "happy": {"max": ["amusement", "elation"]},
        "surprise": {"max": ["surprise", "awe"]},
        "angry": "anger",
        "sad": "sadness"
      },
      "video": ["Video ID", "YouTube ID", "video_id"]
    }
    """#
}
