extension TablePreset {
  /// What `gazecut formats show pupil` prints.
  static let pupil = #"""
    {
      "gazecut": "preset/1",
      "name": "pupil",
      "about": "Pupil Labs Core, gaze_positions_on_surface: normalised on the surface, y upwards",
      "recognise": ["gaze_timestamp", "x_norm", "y_norm"],
      "time": {"column": ["gaze_timestamp", "world_timestamp"], "unit": "s"},
      "gaze": {"x": "x_norm", "y": "y_norm", "unit": "normalised up"},
      "confidence": {"column": "confidence", "usable": 0.6, "full": 0.8}
    }
    """#
}
