extension BadFile {
  private static let header =
    #"{"gazecut":"timeline/1","video":"v","picture":{"width":1,"height":1}}"#
  private static let boxes =
    #"{"gazecut":"detections/1","video":"v","source":"s","image":{"width":1,"height":1}}"#
  private static let log =
    "| Play Time |\n 00:31.50 sec\n| Gaze Info |\n Tracking State : SUCCESS\n"
  private static let xdf = Array("XDF:".utf8)
  private static let eyes = "t,left_x,left_y,right_x,right_y,blink_left,blink_right\n"

  /// Every bad file.
  package static let all: [BadFile] = [
    // Cut off, of another kind, or empty.
    BadFile("empty.jsonl", "timeline", "", "no usable sample; a timeline is a header line"),
    BadFile("empty.csv", "table", "", "the file is empty; the first row names the columns"),
    BadFile("empty.log", "seeyoutube", "", "no usable sample; a log holds blocks"),
    BadFile("only-mark.csv", "table", "\u{FEFF}", "the file is empty; the first row names"),
    BadFile(
      "truncated.jsonl", "timeline", header + "\n{\"t\":1,\"ga", ":2: the file ends inside a value;"
    ),
    BadFile(
      "truncated.csv", "table", "t,x,y\n1,0.5,0.5\n2,0.", ":3: 2 cells in a row; the header has 3"),
    BadFile(
      "truncated.json", "firebase", "{\"faces\":{\"a\":{\"smi", ":1: the file ends inside a value;"),
    BadFile("half-quote.csv", "table", "t,x,y\n1,\"0.5", ":2: the file ends inside a quoted cell;"),
    BadFile(
      "half-line.jsonl", "timeline", header + "\n{\"t\":\n1}", ":2: the line ends inside a value;"),
    BadFile("wrong-format.jsonl", "detections", header, ":1: the header says 'timeline/1', not"),
    BadFile("wrong-name.jsonl", "timeline", boxes, "use gazecut import detections"),
    BadFile("a-page.json", "seetube", "<html><body>", ":1: no column 'watchingInfos';"),
    BadFile("a-page.csv", "table", "<html><body>", ":1: no column 't';"),
    BadFile("no-header.csv", "table", "1,0.5,0.5\n2,0.5,0.5\n", "the first row names no columns;"),
    BadFile(
      "later-version.jsonl", "timeline", #"{"gazecut":"timeline/9"}"#,
      "this gazecut reads timeline/1"),
    BadFile(
      "samples-first.jsonl", "timeline", "{\"t\":1,\"gaze\":{}}", ":1: samples before a header;"),
    // Numbers.
    BadFile(
      "nan-times.csv", "table", "t,x,y\nNaN,1,1\n", "no usable sample (time is not a number 1);"),
    BadFile(
      "infinite.csv", "table", "t,x,y\nInfinity,1,1\n1e999,1,1\n", "(time is not a number 2);"),
    BadFile("negative.csv", "table", "t,x,y\n-1,1,1\n", "no usable sample (negative time 1);"),
    BadFile(
      "nan.jsonl", "timeline", header + "\n{\"t\":NaN,\"gaze\":{}}", "(time is not a number 1);"),
    BadFile(
      "milliseconds.csv", "table", "t,x,y\n310200,1,1\n", ":2: the time lies more than a day into"),
    BadFile(
      "clock.csv", "table", "t,x,y\n1795122190,1,1\n", ":2: the time counts from another year"),
    BadFile(
      "wrong-type.jsonl", "timeline", header + "\n[1,2]", ":2: found '['; an object {…} belongs"),
    BadFile("word.jsonl", "timeline", header + "\n{\"t\":soon}", ":2: a word without quotes;"),
    BadFile(
      "percent.jsonl", "timeline", header + "\n{\"t\":1,\"emotion\":{\"scores\":{\"happy\":92}}}",
      ":2: a score of 92.0; scores are shares 0…1"),
    BadFile(
      "percent.json", "seetube",
      #"[{"playTime":1,"emotionInfo":{"classification":"happy","confidencePercentage":9000}}]"#,
      ":1: a confidence of 9000.0 %; percentages are 0…100"),
    BadFile(
      "no-rectangle.jsonl", "timeline", #"{"gazecut":"timeline/1","picture":{"width":0}}"#,
      ":1: 'picture' is no rectangle;"),
    BadFile(
      "score.json", "coco", "[{\"image_id\":1,\"bbox\":[1,1,1,1],\"score\":93}]",
      ":1: a score of 93.0;"),
    BadFile("box.txt", "mot", "1,1,5,5\n", ":1: 4 cells in a line;"),
    BadFile(
      "frames.txt", "mot", "99999999999,1,1,1,1,1,1\n", ":1: the time lies more than a day into"),
    // Curves.
    BadFile("no-curve.json", "curve", #"{"id":"a","formats":[]}"#, "no curve in it; a curve is"),
    BadFile(
      "no-replays.json", "curve", #"{"id":"a","heatmap":null}"#,
      ":1: the heat map is empty; YouTube shows none"),
    BadFile(
      "half-point.json", "curve", #"{"heatmap":[{"start_time":0,"value":1}]}"#,
      "a point without its time or its value; every point has both"),
    BadFile(
      "below-nothing.json", "curve", #"{"heatmap":{"0":1,"1":-3}}"#,
      "a value of -3.0; what is counted is 0 or more"),
    BadFile("nothing.json", "curve", #"{"heatmap":{"0":0,"1":0}}"#, "nothing was counted"),
    BadFile("segment.json", "curve", #"{"heatmap":{"a":0}}"#, ":1: a segment's name is no number"),
    BadFile(
      "by-date.json", "curve", #"{"data":[{"date":"2026-11-01T00:00:00Z","value":4}]}"#,
      ":1: it counts viewers by date, not by play time; take stats/retention"),
    BadFile(
      "percent-places.csv", "curve", "elapsedVideoTimeRatio,audienceWatchRatio\n50,1\n100,1\n",
      "a place of 50.0 in the video; places are shares"),
    BadFile(
      "no-ratio.csv", "curve", "elapsedVideoTimeRatio,views\n0.5,1\n",
      "no column audienceWatchRatio"),
    BadFile("other.csv", "curve", "t,x,y\n1,1,1\n", "no column 'elapsedVideoTimeRatio'"),
    BadFile(
      "two-videos.csv", "curve", "elapsedVideoTimeRatio,audienceWatchRatio\n0.5,1\n0.5,1\n",
      "two rows of one place in the video; ask for one video"),
    BadFile(
      "no-number.csv", "curve", "elapsedVideoTimeRatio,audienceWatchRatio\n0.5,Somebody\n",
      "a row without elapsedVideoTimeRatio or audienceWatchRatio"),
    BadFile(
      "days.json", "curve", #"{"heatmap":[{"start_time":0,"end_time":1e9,"value":1}]}"#,
      "a time lies more than a day into the video"),
    // Text.
    BadFile(
      "utf16.csv", "table", bytes: [0xFF, 0xFE] + "t,x\n".utf8.flatMap { [$0, 0] },
      ":1: the text is UTF-16; save it as UTF-8"),
    BadFile(
      "utf16-bare.log", "seeyoutube", bytes: log.utf8.flatMap { [$0, 0] }, ":1: the text is UTF-16;"
    ),
    BadFile(
      "utf16.jsonl", "timeline", bytes: [0xFE, 0xFF] + header.utf8.flatMap { [0, $0] },
      ":1: the text is UTF-16;"),
    BadFile("mixed-ends.csv", "table", "t,x,y\r\n1,0.5,0.5\n2,0.5\r\n", ":3: 2 cells in a row;"),
    BadFile(
      "control.jsonl", "timeline", header + "\n{\"t\u{01}\":1}",
      ":2: a control character inside text;"),
    BadFile(
      "escape.jsonl", "timeline", header + "\n{\"\\q\":1}", ":2: an escape that JSON does not know;"
    ),
    BadFile(
      "deep.jsonl", "timeline", header + "\n{\"a\":" + String(repeating: "[", count: 5000),
      ":2: nested deeper than 64;"),
    BadFile(
      "deep.json", "firebase", String(repeating: "{\"a\":", count: 5000),
      ":1: nested deeper than 64;"),
    BadFile("same-columns.csv", "table", "t,x,y,x\n1,1,1,1\n", ":1: two columns 'x';"),
    BadFile(
      "same-keys.jsonl", "timeline", header + "\n{\"t\":1,\"t\":2,\"gaze\":{}}",
      ":2: 't' twice in one line; write every key once"),
    BadFile(
      "infinite.jsonl", "timeline", header + "\n{\"t\":Infinity,\"gaze\":{}}",
      "no usable sample (time is not a number 1);"),
    BadFile(
      "only-mark.jsonl", "timeline", "\u{FEFF}", "no usable sample; a timeline is a header line"),
    BadFile(
      "returns-and-lines.csv", "table", "t,x,y\r1,0.5,0.5\n2,0.5,0.5\n",
      ":1: some lines end in CR alone;"),
    BadFile(
      "cut-at-a-line.jsonl", "timeline",
      header.dropLast() + ",\"end\":true}\n{\"t\":1,\"emotion\":{\"scores\":{\"sad\":1}}}\n",
      ": a session's header says that it has an end, and there is none;"),
    BadFile(
      "lost-lines.jsonl", "timeline",
      header + "\n{\"t\":1,\"emotion\":{\"scores\":{\"sad\":1}}}\n{\"end\":74}\n",
      ":3: the session ends after 1 line, and says after 74;"),
    BadFile(
      "end-beyond-all.jsonl", "timeline", header + "\n{\"end\":-9223372036854775809}\n",
      ":2: the session ends after 0 lines, and says after -9223372036854775808;"),
    BadFile(
      "end-beyond-numbers.jsonl", "timeline", header + "\n{\"end\":1e300}\n",
      ":2: the session ends after 0 lines, and says after 1e+300;"),
    BadFile(
      "behind-the-end.jsonl", "timeline",
      header + "\n{\"t\":1,\"emotion\":{\"scores\":{\"sad\":1}}}\n{\"end\":1}\n{\"t\":2}\n",
      ":4: samples before a header;"),
    BadFile(
      "odd-end.jsonl", "timeline", header + "\n{\"end\":\"soon\"}\n",
      ":2: 'end' is neither true, in a header, nor a number of lines;"),
    BadFile(
      "zeros.jsonl", "timeline", bytes: [UInt8](repeating: 0, count: 4096),
      ":1: the file is not text; give a file of this format"),
    BadFile(
      "same-sessions.jsonl", "timeline",
      [1, 2].map {
        "{\"gazecut\":\"timeline/1\",\"video\":\"v\",\"session\":\"s\"}\n{\"t\":\($0),\"emotion\":{}}"
      }
      .joined(separator: "\n"), ":3: this session's id came before;"),
    BadFile(
      "bad-id.jsonl", "timeline", #"{"gazecut":"timeline/1","video":"../v"}"#,
      ":1: the video that it names cannot be an id;"),
    BadFile(
      "zeros.log", "seeyoutube", bytes: [UInt8](repeating: 0, count: 4096),
      ":1: the file is not text;"),
    // Tables of one kind.
    BadFile("one-eye.csv", "arkit", "t,left_x,left_y\n1,2,3\n", ":1: no column 'right_x';"),
    BadFile("no-rows.csv", "arkit", eyes, "no usable sample; rows are t,left_x"),
    BadFile(
      "text.npy", "yolo", bytes: [0x93] + Array("NUMPY".utf8) + [1, 0, 4, 0] + Array("{}  ".utf8),
      "numbers of the type ?; save float32"),
    BadFile(
      "short.npy", "yolo", bytes: [0x93] + Array("NUMPY".utf8) + [1, 0],
      "the file ends after 8 bytes, too early;"),
    BadFile("text.sqlite", "sqlite", "SELECT 1", "no SQLite file; give a database of SQLite 3"),
    BadFile(
      "head.sqlite", "sqlite", "SQLite format 3\0",
      "--query cannot be used: file is not a database;"),
    BadFile("no-face.json", "firebase", "{\"faces\":[1,null]}", "no usable sample; a sample is"),
    BadFile("text.xdf", "xdf", "time,x,y\n1,2,3\n", "no XDF file; give a recording of the Lab"),
    BadFile("no-chunk.xdf", "xdf", bytes: xdf + [3, 1, 2], "at byte 4: no chunk begins here;"),
    BadFile("no-stream.xdf", "xdf", bytes: xdf, "no stream of numbers has a sample;"),
    BadFile(
      "cut.xdf", "xdf", bytes: xdf + [1, 90, 2, 0, 1, 0, 0, 0] + "<info>".utf8,
      "the file ends after 18 bytes, too early; copy"),
    BadFile(
      "no-header.xdf", "xdf", bytes: xdf + [1, 8, 3, 0, 1, 0, 0, 0, 1, 0],
      "at byte 12: a chunk of a stream without a header;"),
    BadFile(
      "no-xml.xdf", "xdf", bytes: xdf + [1, 9, 2, 0, 1, 0, 0, 0] + "<a>".utf8,
      "at byte 12: a stream's header: XML that cannot be read;"),
    BadFile(
      "endless.xdf", "xdf", bytes: xdf + [8] + Array(repeating: 0xFF, count: 8) + [3, 0],
      "at byte 4: a chunk without a kind;"),
    BadFile(
      "sub-01_physio.tsv", "bids", "1\t2\t3\n", "no sidecar names its columns; put the .json"),
    // Packed.
    BadFile(
      "early.jsonl.gz", "timeline", bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B],
      "the gzip data ends too early; copy the file again"),
    BadFile(
      "damaged.jsonl.gz", "timeline",
      bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + [9, 9, 9, 9, 9],
      "the gzip data is damaged;"),
    BadFile(
      "ten-gigabytes-of-zeros.jsonl.gz", "timeline",
      make: { HugeGzip.bytes(after: "", UInt8(0)) }, ":1: the file is not text;"),
    BadFile(
      "ten-gigabytes-of-zeros.csv.gz", "table",
      make: { HugeGzip.bytes(after: "", UInt8(0)) }, ":1: the file is not text;"),
    BadFile(
      "ten-gigabytes-of-spaces.jsonl.gz", "timeline",
      make: { HugeGzip.bytes(after: header + "\n", UInt8(ascii: " ")) },
      ":2: a line longer than 64 MB;"),
    // These are read up to two hundred times their packed size: not larger than shows it.
    BadFile(
      "a-gigabyte-of-spaces.json.gz", "firebase",
      make: { HugeGzip.bytes(after: "{", UInt8(ascii: " "), gigabytes: 1) },
      "the gzip data unpacks to more than 200 times its size; unpack it first"),
    BadFile(
      "a-gigabyte-of-lines.csv.gz", "table",
      make: { HugeGzip.bytes(after: "t,x,y\n", UInt8(ascii: "\n"), gigabytes: 1) },
      "the gzip data unpacks to more than 200 times its size;"),
    BadFile(
      "enormous-line.csv", "table",
      make: { Array("t,x,y\n1,0.5,".utf8) + [UInt8](repeating: 53, count: 65 << 20) },
      ":2: a line longer than 64 MB; one sample a line"),
    BadFile(
      "enormous-text.jsonl", "timeline",
      make: { Array("{\"gazecut\":\"".utf8) + [UInt8](repeating: 97, count: 65 << 20) },
      ":1: a "),
  ]
}
