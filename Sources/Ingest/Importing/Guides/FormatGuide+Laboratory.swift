extension FormatGuide {
  static let xdf = FormatGuide(
    name: "xdf",
    purpose: """
      a recording of the Lab Streaming Layer (LabRecorder's .xdf, .xdfz): one stream
      of gaze or faces, on the recorder's clock.
      """,
    example: """
      stream 1  'Eyes'    type Gaze     confidence, norm_pos_x, norm_pos_y
      stream 2  'Script'  type Markers  "trip" when the video begins
      """,
    notes: [
      "The stream is that of type Gaze, or the only one with numbers; else --stream says which, by "
        + "name, type or number. Two people in one recording: import it twice, --stream and --viewer.",
      "Play time 0 is the marker that is the video's id, or the text of --stimulus; a video that was "
        + "shown twice is two viewings. Without markers: --map start=first, or --offset.",
      "Clocks are brought together and jitter is taken away as pyxdf does both: robust lines "
        + "through the offsets, resets of a clock found, even samples laid on lines between breaks.",
      "Channels are columns: norm_pos_x, norm_pos_y (upwards) and confidence as Pupil Capture names "
        + "them, x and y, those of type ScreenX and ScreenY, happy, surprise ... Others: --map "
        + "x=LABEL,y=LABEL,gaze=normalised; without labels 'channel 1', 'channel 2' ...",
    ],
    commands: [
      "gazecut import xdf lab.xdf --video trip --check",
      "gazecut import xdf lab.xdf --video trip --stream Eyes --stimulus start_trip --viewer avocet",
    ])

  static let bids = FormatGuide(
    name: "bids",
    purpose: """
      eye tracking of a BIDS dataset (1.11): a recording ..._physio.tsv.gz, which has
      no header, with the sidecars and events around it.
      """,
    example: """
      sub-01/beh/sub-01_task-film_recording-eye1_physio.tsv.gz     70010  962.1  540.3
      task-film_physio.json     {"PhysioType":"eyetrack","Columns":["timestamp","x_coordinate","y_coordinate"],...}
      task-film_events.json     {"StimulusPresentation":{"ScreenResolution":[1920,1080],...}}
      sub-01/beh/sub-01_task-film_events.tsv     onset  duration  trial_type  stim_file
      """,
    notes: [
      "Sidecars count as the standard says: the nearest first, then those above it whose names say "
        + "less, up to dataset_description.json.",
      "Play time 0 is the onset of the event of which a cell is the video's id, also as a file "
        + "(stimuli/trip.mp4), or --stimulus, or --stimulus COLUMN=VALUE. Samples behind its duration "
        + "are left out; several such events are several viewings.",
      "The left and the right eye's recordings are one session, their mean; name either. A "
        + "cyclopean recording beside them is taken in their place. Blinks come from _physioevents.",
      "Points are pixels of the screen (ScreenResolution), or m, cm, mm of it (ScreenSize), in which "
        + "the video is taken to be letterboxed; elsewhere, or in degrees: --picture X,Y,WxH.",
      "The viewer is the subject with the dataset's name, 'Study sub-01', unless --viewer says who.",
      "A place of timelines: needs a pattern that leaves the sidecars out: "
        + "\"{viewer}/*/*_physio.tsv.gz\".",
    ],
    commands: [
      "gazecut import bids study/sub-*/beh/*_physio.tsv.gz --video trip --check",
      "gazecut import bids sub-01_task-film_physio.tsv.gz --video trip --stimulus trial_type=film",
    ])

  static let iMotions = FormatGuide(
    name: "imotions",
    purpose: "the sensor data of iMotions, CSV: a block of lines with #, then a row a sample.",
    example: """
      #DATA
      Row,Timestamp,EventSource,SlideEvent,SourceStimuliName,Gaze X,Gaze Y,...,Joy,Surprise
      1,9000,,StartMedia,A meadow,,,...,,
      2,9016.7,Tobii,,A meadow,812,431,...,,
      """,
    notes: [
      "--stimulus 'A meadow' takes the rows of that SourceStimuliName; without it each stimulus "
        + "whose name can be a video's id is that video's. Play time 0 is its row StartMedia.",
      "Gaze is pixels of the screen, in which the video is taken to be letterboxed: --screen WxH; "
        + "it stood elsewhere: --picture X,Y,WxH.",
      "Emotions are per cent (Joy is happy). Rows come from one sensor each: empty cells say nothing "
        + "of the others.",
      "The viewer is the column Respondent Name, else --viewer, else the file's name.",
    ],
    commands: [
      "gazecut import table 001_avocet.csv --preset imotions --video trip --stimulus 'My trip' --screen 1920x1080",
      "gazecut formats show imotions > ours.json",
    ])

  static let pyFeat = FormatGuide(
    name: "pyfeat",
    purpose: "the CSV of py-feat's detect_video, of one viewer's film or of a room's camera.",
    example: """
      frame,FaceRectX,FaceRectY,FaceRectWidth,FaceRectHeight,FaceScore,anger,...,happiness,...,neutral
      620,212,300,120,150,0.98,0.01,...,0.92,...,0.03
      620,604,298,118,149,0.99,0.02,...,0.11,...,0.80
      """,
    notes: [
      "Frames are the camera's: --fps says how many a second; where the video began later, --offset.",
      "Several faces in a frame are a room: where a face is tells whose it is. Seats are found from "
        + "where faces stay (in a tenth of the frames or more), and heads that pass are left out; "
        + "they are called 'FILE seat 1' and so on, by rows from the top left.",
      "--seats FILE names them: name,x,y,width,height in pixels of the camera, a seat a line. A name "
        + "that a gaze file has too joins the two.",
      "It has no gaze; import a gaze file of the same viewers, or choose by faces alone: "
        + "--set selection.evidence=emotion.",
    ],
    commands: [
      "gazecut import table room.csv --preset pyfeat --video trip --fps 25 --seats seats.csv",
      "gazecut formats show pyfeat > ours.json",
    ])
}
