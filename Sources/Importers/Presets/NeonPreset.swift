extension TablePreset {
  /// What `gazecut formats show neon` prints.
  static let neon = #"""
    {
      "gazecut": "preset/1",
      "name": "neon",
      "about": "Pupil Labs Neon, gaze.csv: nanoseconds since 1970, pixels of the scene camera",
      "recognise": ["timestamp [ns]", "gaze x [px]", "gaze y [px]"],
      "time": {"column": "timestamp [ns]", "unit": "ns"},
      "gaze": {"x": "gaze x [px]", "y": "gaze y [px]", "unit": "pixels"},
      "validity": {"column": "worn", "words": ["1", "1.0", "True", "true"]},
      "fixation": {"column": "fixation id"},
      "blink": {"column": "blink id"},
      "session": "recording id"
    }
    """#
}
