extension TablePreset {
  /// What `gazecut formats show neon` prints.
  static let neon = #"""
    {
      "gazecut": "preset/1",
      "name": "neon",
      "about": "Pupil Labs Neon, gaze.csv: on a marked surface, or in pixels of the scene camera",
      "recognise": ["recording id", "timestamp [ns]", "fixation id", "blink id"],
      "time": {"column": "timestamp [ns]", "unit": "ns"},
      "gaze": [
        {"x": "gaze position on surface x [normalized]",
         "y": "gaze position on surface y [normalized]", "unit": "normalised"},
        {"x": "gaze x [px]", "y": "gaze y [px]", "unit": "pixels"}
      ],
      "validity": {"column": "worn", "words": ["1", "1.0", "True", "true"]},
      "fixation": {"column": "fixation id"},
      "blink": {"column": "blink id"},
      "session": "recording id"
    }
    """#
}
