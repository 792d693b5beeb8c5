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
