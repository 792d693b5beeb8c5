extension FormatGuide {
  static let timeline = FormatGuide(
    name: "timeline",
    purpose: """
      gazecut's own form, to write from your own player: JSON Lines, a header that
      says who watched what and where the picture stood, then a line a sample.
      """,
    example: """
      {"gazecut":"timeline/1","video":"trip","session":"s-1","viewer":"anyone","picture":{"x":0,"y":0,"width":844,"height":475},"recordedAt":"2026-11-19T21:03:00Z","end":true}
      {"t":31.02,"gaze":{"x":2.0,"y":121.0,"tracking":"SUCCESS","movement":"FIXATION"},"emotion":{"scores":{"happy":0.92}}}
      {"t":31.52,"gaze":{"x":null,"y":null,"tracking":"FACE_MISSING"},"emotion":{"state":"FACE_MISSING"}}
      {"end":2}
      """,
    notes: [
      "t is play time in seconds on the video's own clock, 0 = its first frame.",
      "picture is where the picture itself stood, in the unit of x and y; {0,0,1,1} for data that "
        + "is normalised already. Or player: the rectangle that letterboxes the video; its source "
        + "must then be in the library.",
      "scores are shares 0...1, not per cent: angry, disgust, fear, happy, sad, surprise, neutral. "
        + "A class that is left out is not known, and takes no part in what is a reaction. A source "
        + "that tells only its strongest class, or as many at each instant, may do so: the others "
        + "are known to lie below.",
      "A line may carry gaze alone or emotion alone. A header within the file begins another "
        + "session, so files can be joined end to end.",
      "The last line of a session may be {\"end\":74}, the number of lines since its header (empty "
        + "ones apart); another number refuses the file. With \"end\":true in the header it must be "
        + "there: a file that was cut, or is still written, is refused.",
      "tracking is SUCCESS, LOW_CONFIDENCE, UNSUPPORTED or FACE_MISSING; movement FIXATION, SACCADE "
        + "or UNKNOWN; screen INSIDE_OF_SCREEN, OUTSIDE_OF_SCREEN or UNKNOWN.",
    ],
    commands: [
      "gazecut import timeline night/*.jsonl.gz", "gazecut import timeline anna.jsonl --video trip",
    ])

  static let seeyoutube = FormatGuide(
    name: "seeyoutube",
    purpose: """
      the console log of the SeeYouTube client for iOS (SeeSo gaze, expressions,
      YouTube's play time): one viewer a file.
      """,
    example: """
      | Play Time |
          00:31.50 sec
      | Gaze Info |
          Poisition           : (2.00, 121.00)
          Tracking State      : SUCCESS
          Eye Movement State  : FIXATION
          Screen State        : INSIDE_OF_SCREEN
      | Emotion Info |
          Prediction State    : SUCCESS
          Prediction Result   :
              happy     : 92.3 %
      """,
    notes: [
      "x and y are points of the player; --player WxH gives its size. It letterboxes a video of "
        + "another shape, so the video's source must be in the library.",
      "The hundredths have no leading zero: 00:31.5 is 31.05 s. A time that falls back by half a "
        + "second is a carry that was not printed, and is mended.",
      "The log names neither video nor viewer: give --video; the viewer is --viewer, else the "
        + "file's name without its ending.",
      "Other lines of the console are passed over; Emotion Info may be missing.",
    ],
    commands: ["gazecut import seeyoutube avocet.log --video trip --player 844x390"])

  static let seetube = FormatGuide(
    name: "seetube",
    purpose: """
      reviews of the SeeTube service: a document a viewer, its bare list, or rows
      exported from its table as CSV or JSON.
      """,
    example: """
      {"watchingInfos":[{"playTime":31,
        "gazeInfo":{"x":0.512,"y":0.431,"trackingState":"SUCCESS","screenState":"INSIDE_OF_SCREEN"},
        "emotionInfo":{"classification":"happy","confidencePercentage":92.3}}]}
      or   id,videoId,reviewerId,watchingInfos
           1,trip,17,"[{""playTime"":31,...}]"
      """,
    notes: [
      "playTime is whole seconds; x and y are shares of the picture, -1 stands for none.",
      "Only the strongest class is kept, in per cent; the others are known to lie below it.",
      "A document names neither video nor viewer: give --video; the viewer is the file's name. "
        + "Rows name both; --video then only checks.",
    ],
    commands: [
      "gazecut import seetube reviews/*.json --video trip",
      "gazecut import seetube reviews.csv",
    ])

  static let firebase = FormatGuide(
    name: "firebase",
    purpose: """
      an export of a Firebase Realtime Database with the faces that ML Kit saw:
      how much each smiled, whether its eyes were open. No gaze.
      """,
    example: """
      {"faces":{"-MkQ1aZ":{"smileProb":93,"leftEyeOpenProb":88,"rightEyeOpenProb":90,
        "trackingId":3,"timestamp":"20190423205516","counter":12}}}
      """,
    notes: [
      "Scores are whole numbers 0...100. timestamp is the device's local time to the second: "
        + "--started-at says what that clock showed when the video began, without a zone.",
      "counter orders the samples; those of one second are spread evenly over it.",
      "A face that leaves and returns gets another trackingId and is still one viewer; two faces "
        + "at one time are two viewers, NAME and NAME-2.",
      "Both eyes below 20 is a blink: it takes out gaze of the same viewer at that time.",
      "Import a gaze file of the same viewer beside it (same file name, or same --viewer), or "
        + "choose by faces alone: --set selection.evidence=emotion.",
    ],
    commands: [
      "gazecut import firebase avocet.json --video trip --started-at 2019-04-23T20:55:10",
      "gazecut import table avocet.csv --preset pupil --video trip --offset -5012",
    ])

  static let arkit = FormatGuide(
    name: "arkit",
    purpose: """
      eye tracking by ARKit's face anchors: where each eye's ray meets the screen of
      a phone or tablet, and how closed the eyes are. CSV or JSON Lines, no emotion.
      """,
    example: """
      t,left_x,left_y,right_x,right_y,blink_left,blink_right
      31.02,-102.5,88.0,-96.1,91.2,0.03,0.04
      """,
    notes: [
      "t is play time in seconds (--offset shifts it); x and y are points from the screen's "
        + "middle, y UPWARDS.",
      "--screen WxH is the screen in points, as the device was held. Without --picture the video "
        + "is taken to be letterboxed in it; --picture X,Y,WxH says where it stood, counted from "
        + "the screen's top left corner and downwards.",
      "Gaze is the mean of both eyes over the last ten rows: write at least eight rows a second. "
        + "A blink (either eye 0.5 or more) does not count as looking.",
    ],
    commands: [
      "gazecut import arkit avocet.csv --video trip --screen 834x1194 --picture 0,362,834x469"
    ])
}
