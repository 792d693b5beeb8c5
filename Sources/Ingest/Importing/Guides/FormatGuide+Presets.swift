extension FormatGuide {
  private static let copy = "gazecut formats show"

  static let tobii = FormatGuide(
    name: "tobii",
    purpose: "the data export of Tobii Pro Lab, one TSV file of one or many participants.",
    example: """
      Recording timestamp [ms]  Sensor       Participant name  Event               Gaze point X [DACS px]  ...  Presented Media name
      2345                                   avocet            VideoStimulusStart                               meadow.mp4
      2843                      Eye Tracker  avocet                                812                          meadow.mp4
      """,
    notes: [
      "Export with: Recording timestamp, Sensor, Participant name, Recording name, Event, Gaze "
        + "point X and Y, Validity left and right, Presented Media name, Eye movement type, and for "
        + "screen pixels Recording resolution width and height.",
      "Play time 0 is the row with the event VideoStimulusStart. A recording without an Event "
        + "column is taken to begin with the video; see --offset.",
      "Gaze point on the media (MCSnorm) is used where it is there; else pixels of the screen, in "
        + "which the video is taken to be letterboxed. It stood elsewhere: --picture X,Y,WxH.",
      "A timestamp without a unit in its name is taken as milliseconds. Newer versions write "
        + "microseconds: --map 'time=Recording timestamp:us'.",
      "The video's id is the media's name without its ending; rows of other media are left out "
        + "with --video ID.",
    ],
    commands: [
      "gazecut import table export.tsv --preset tobii --check",
      "gazecut import table export.tsv --preset tobii --video meadow", "\(copy) tobii > ours.json",
    ])

  static let pupil = FormatGuide(
    name: "pupil",
    purpose: """
      Pupil Labs Core: exports/000/surfaces/gaze_positions_on_surface_NAME.csv, with
      the picture of the video as the surface. One recording a file.
      """,
    example: """
      world_timestamp,world_index,gaze_timestamp,x_norm,y_norm,x_scaled,y_scaled,on_surf,confidence
      5043.021,930,5043.020,0.41,0.52,0.41,0.52,True,0.97
      """,
    notes: [
      "x_norm and y_norm are shares of the surface, y UPWARDS. A surface that is the whole screen: "
        + "--screen WxH, and the video is taken to be letterboxed in it.",
      "gaze_timestamp counts from an arbitrary moment: --offset is minus what it showed when the "
        + "video began, or --map start=first where the export begins with it.",
      "confidence below 0.6 is lost, below 0.8 counts less.",
    ],
    commands: [
      "gazecut import table avocet.csv --preset pupil --video trip --offset -5012",
      "\(copy) pupil > ours.json",
    ])

  static let neon = FormatGuide(
    name: "neon",
    purpose: """
      Pupil Labs Neon: gaze.csv, either of the Marker Mapper (gaze on a surface) or
      of the timeseries data (pixels of the scene camera). One recording a file.
      """,
    example: """
      section id,recording id,timestamp [ns],gaze x [px],gaze y [px],worn,fixation id,blink id
      5d0c,1b7e,1795122211020000000,812.4,431.0,True,17,
      """,
    notes: [
      "timestamp is nanoseconds since 1970: --started-at is when the video began, with its zone.",
      "Pixels of the scene camera say where the video was only while the head stays still: "
        + "--picture X,Y,WxH is where its picture stood in the camera's image. Better: the Marker "
        + "Mapper's gaze.csv with the picture as the surface, which needs no such option.",
      "A row with a blink id is a blink; not worn is lost.",
    ],
    commands: [
      "gazecut import table gaze.csv --preset neon --video trip --viewer avocet --started-at 2026-11-19T21:03:00Z",
      "\(copy) neon > ours.json",
    ])

  static let webGazer = FormatGuide(
    name: "webgazer",
    purpose:
      "WebGazer under jsPsych: the trial's webgazer_data, as jsPsych saves it (JSON or CSV).",
    example: """
      [{"trial_type":"video-button-response","webgazer_data":[{"x":567,"y":391,"t":31020},...]}]
      """,
    notes: [
      "x and y are pixels of the browser's window: --screen WxH is its inner size, --picture "
        + "X,Y,WxH where the video stood in it.",
      "t is milliseconds since the trial began; a video that starts later in it: --offset.",
      "Every trial with webgazer_data is taken: save the video's trial alone.",
    ],
    commands: [
      "gazecut import table avocet.json --preset webgazer --video trip --picture 43,24,1280x720",
      "\(copy) webgazer > ours.json",
    ])

  static let openFace = FormatGuide(
    name: "openface",
    purpose: "the CSV of OpenFace's FeatureExtraction on a viewer's own camera film.",
    example: """
      frame, face_id, timestamp, confidence, success, AU01_r, AU02_r, AU05_r, AU06_r, AU12_r, AU26_r
      931, 0, 31.02, 0.98, 1, 0, 0, 0, 4.3, 4.9, 0
      """,
    notes: [
      "Action units 0...5: AU06 and AU12 are happy, AU01, AU02, AU05 and AU26 surprise.",
      "timestamp counts from the film's beginning: where the video began later or earlier, --offset.",
      "Several faces in a frame are a room, told apart by where they are (the landmark x_30, y_30), "
        + "with --seats FILE where seats have names: see the preset pyfeat.",
      "It has no gaze on the picture; import a gaze file of the same viewer, or choose by faces "
        + "alone: --set selection.evidence=emotion.",
    ],
    commands: [
      "gazecut import table avocet.csv --preset openface --video trip --offset -1.5",
      "\(copy) openface > ours.json",
    ])

  static let faceReader = FormatGuide(
    name: "facereader",
    purpose: "the detailed log of Noldus FaceReader, a text with tabs.",
    example: """
      Video analysis detailed log
      ...
      Video Time    Neutral  Happy  Sad  Angry  Surprised  Scared  Disgusted
      00:00:31.020  0.05     0.92   0    0      0.01       0       0
      """,
    notes: [
      "Scores 0...1; FIND_FAILED and FIT_FAILED are no face. The state log cannot be used.",
      "Video Time is that of the viewer's own film: where the video began later, --offset.",
      "It has no gaze; import a gaze file of the same viewer, or choose by faces alone: "
        + "--set selection.evidence=emotion.",
    ],
    commands: [
      "gazecut import table avocet.txt --preset facereader --video trip --offset -1.5",
      "\(copy) facereader > ours.json",
    ])

  static let eev = FormatGuide(
    name: "eev",
    purpose: "the tables of Evoked Expressions in Videos: fifteen expressions, six rows a second.",
    example: """
      YouTube ID,Timestamp (milliseconds),amusement,anger,awe,...,elation,...,surprise,triumph
      meadow,31020,0.92,0,0,...,0.55,...,0.01,0
      """,
    notes: [
      "amusement and elation are happy, surprise and awe surprise, the higher of the two; a row of "
        + "zeros is no face.",
      "The unit of the timestamp is what the header says; where it does not, or is wrong (some "
        + "releases count microseconds): --map 'time=Timestamp (milliseconds)' with unit=us.",
      "With --video only the rows of that id are taken. It has one viewer and no gaze: give each "
        + "file its --viewer, and choose by faces alone: --set selection.evidence=emotion.",
    ],
    commands: [
      "gazecut import table eev.csv --preset eev --video trip", "\(copy) eev > ours.json",
    ])
}
