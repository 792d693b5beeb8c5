extension TablePreset {
  /// What `gazecut formats show tobii` prints.
  static let tobii = #"""
    {
      "gazecut": "preset/1",
      "name": "tobii",
      "about": "Tobii Pro Lab data export, TSV: recording timestamp, gaze point, validity, movement",
      "recognise": ["Recording timestamp", "Participant name"],
      "time": {
        "column": ["Recording timestamp", "Recording timestamp [ms]", "Recording timestamp [μs]"],
        "unit": "ms",
        "start": {"column": "Event", "word": "VideoStimulusStart"}
      },
      "gaze": [
        {"x": "Gaze point X [MCS norm]", "y": "Gaze point Y [MCS norm]", "unit": "normalised"},
        {"x": "Gaze point X [MCS px]", "y": "Gaze point Y [MCS px]", "unit": "pixels",
         "width": "Presented Media width", "height": "Presented Media height"},
        {"x": "Gaze point X [DACS px]", "y": "Gaze point Y [DACS px]", "unit": "pixels",
         "width": "Recording resolution width", "height": "Recording resolution height",
         "plane": "screen"},
        {"x": "Gaze point X", "y": "Gaze point Y", "unit": "pixels",
         "width": "Recording resolution width", "height": "Recording resolution height",
         "plane": "screen"}
      ],
      "validity": [
        {"column": "Validity left", "words": ["Valid", "0", "1"]},
        {"column": "Validity right", "words": ["Valid", "0", "1"]}
      ],
      "fixation": {"column": "Eye movement type", "words": ["Fixation"]},
      "saccade": {"column": "Eye movement type", "words": ["Saccade"]},
      "only": {"column": "Sensor", "words": ["Eye Tracker"]},
      "viewer": "Participant name",
      "session": "Recording name",
      "video": ["Presented Media name", "Recording media name", "Presented Stimulus name"]
    }
    """#
}

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
