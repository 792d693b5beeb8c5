extension TablePreset {
  /// What `gazecut formats show webgazer` prints.
  static let webGazer = #"""
    {
      "gazecut": "preset/1",
      "name": "webgazer",
      "about": "WebGazer and jsPsych, CSV or JSON: milliseconds, pixels of the browser's window",
      "recognise": ["webgazer_data"],
      "rows": "webgazer_data",
      "time": {"column": ["t", "time", "timestamp", "time_elapsed"], "unit": "ms"},
      "gaze": [
        {"x": "x", "y": "y", "unit": "pixels"},
        {"x": "gaze_x", "y": "gaze_y", "unit": "pixels"}
      ]
    }
    """#
}
