extension BadFile {
  private static let header =
    #"{"gazecut":"timeline/1","video":"v","picture":{"width":1,"height":1}}"#
  private static let boxes =
    #"{"gazecut":"detections/1","video":"v","source":"s","image":{"width":1,"height":1}}"#
  private static let log =
    "| Play Time |\n 00:31.50 sec\n| Gaze Info |\n Tracking State : SUCCESS\n"
  private static let xdf = Array("XDF:".utf8)
  private static let eyes = "t,left_x,left_y,right_x,right_y,blink_left,blink_right\n"

  package static let all: [BadFile] = [
    // Truncated, of another kind, or empty.
    BadFile("empty.jsonl", "timeline", "", "the file has no usable sample; write a header line"),
    BadFile(
      "empty.csv", "table", "",
      "the file is empty; the first row must contain the names of the columns"),
    BadFile(
      "empty.log", "seeyoutube", "", "the file has no usable sample; a log must contain the blocks"),
    BadFile("only-mark.csv", "table", "\u{FEFF}", "the file is empty; the first row must contain"),
    BadFile(
      "truncated.jsonl", "timeline", header + "\n{\"t\":1,\"ga", ":2: the file ends inside a value;"
    ),
    BadFile(
      "truncated.csv", "table", "t,x,y\n1,0.5,0.5\n2,0.",
      ":3: the row has 2 cells; the header has 3"),
    BadFile(
      "truncated.json", "firebase", "{\"faces\":{\"a\":{\"smi", ":1: the file ends inside a value;"),
    BadFile("half-quote.csv", "table", "t,x,y\n1,\"0.5", ":2: the file ends inside a quoted cell;"),
    BadFile(
      "half-line.jsonl", "timeline", header + "\n{\"t\":\n1}", ":2: the line ends inside a value;"),
    BadFile("wrong-format.jsonl", "detections", header, ":1: the header says 'timeline/1', not"),
    BadFile("wrong-name.jsonl", "timeline", boxes, "use gazecut import detections"),
    BadFile("a-page.json", "seetube", "<html><body>", ":1: there is no column 'watchingInfos';"),
    BadFile("a-page.csv", "table", "<html><body>", ":1: there is no column 't';"),
    BadFile(
      "no-header.csv", "table", "1,0.5,0.5\n2,0.5,0.5\n",
      "the first row does not contain column names;"),
    BadFile(
      "later-version.jsonl", "timeline", #"{"gazecut":"timeline/9"}"#,
      "this version of gazecut reads timeline/1"),
    BadFile(
      "samples-first.jsonl", "timeline", "{\"t\":1,\"gaze\":{}}",
      ":1: samples come before a header;"),
    // Numbers.
    BadFile(
      "nan-times.csv", "table", "t,x,y\nNaN,1,1\n", "no usable sample (time is not a number 1);"),
    BadFile(
      "infinite.csv", "table", "t,x,y\nInfinity,1,1\n1e999,1,1\n", "(time is not a number 2);"),
    BadFile("negative.csv", "table", "t,x,y\n-1,1,1\n", "no usable sample (negative time 1);"),
    BadFile(
      "nan.jsonl", "timeline", header + "\n{\"t\":NaN,\"gaze\":{}}", "(time is not a number 1);"),
    BadFile(
      "milliseconds.csv", "table", "t,x,y\n310200,1,1\n", ":2: the time is more than 24 h into"),
    BadFile(
      "clock.csv", "table", "t,x,y\n1795122190,1,1\n", ":2: the time is a date, not a play time"),
    BadFile(
      "wrong-type.jsonl", "timeline", header + "\n[1,2]", ":2: found '['; an object {…} belongs"),
    BadFile("word.jsonl", "timeline", header + "\n{\"t\":soon}", ":2: a word without quotes;"),
    BadFile(
      "percent.jsonl", "timeline", header + "\n{\"t\":1,\"emotion\":{\"scores\":{\"happy\":92}}}",
      ":2: the score 92.0 is too large; scores are fractions from 0 to 1"),
    BadFile(
      "percent.json", "seetube",
      #"[{"playTime":1,"emotionInfo":{"classification":"happy","confidencePercentage":9000}}]"#,
      ":1: the confidence 9000.0 % is too large; percentages are from 0 to 100"),
    BadFile(
      "no-rectangle.jsonl", "timeline", #"{"gazecut":"timeline/1","picture":{"width":0}}"#,
      ":1: 'picture' is not a rectangle;"),
    BadFile(
      "score.json", "coco", "[{\"image_id\":1,\"bbox\":[1,1,1,1],\"score\":93}]",
      ":1: the score 93.0 is too large;"),
    BadFile("box.txt", "mot", "1,1,5,5\n", ":1: 4 cells in a line;"),
    BadFile(
      "frames.txt", "mot", "99999999999,1,1,1,1,1,1\n", ":1: the time is more than 24 h into"),
    // Curves.
    BadFile(
      "no-curve.json", "curve", #"{"id":"a","formats":[]}"#,
      "the file contains no curve; a curve is"),
    BadFile(
      "no-replays.json", "curve", #"{"id":"a","heatmap":null}"#,
      ":1: the heat map is empty; YouTube has none"),
    BadFile(
      "half-point.json", "curve", #"{"heatmap":[{"start_time":0,"value":1}]}"#,
      "a point has no time or no value; every point needs both"),
    BadFile(
      "below-nothing.json", "curve", #"{"heatmap":{"0":1,"1":-3}}"#,
      "the value -3.0 is not valid; values are counts or fractions of people"),
    BadFile(
      "nothing.json", "curve", #"{"heatmap":{"0":0,"1":0}}"#, "every value of the curve is 0"),
    BadFile(
      "segment.json", "curve", #"{"heatmap":{"a":0}}"#, ":1: the key of a segment is not a number"),
    BadFile(
      "by-date.json", "curve", #"{"data":[{"date":"2026-11-01T00:00:00Z","value":4}]}"#,
      ":1: the file counts viewers by date, not by play time; use stats/retention"),
    BadFile(
      "percent-places.csv", "curve", "elapsedVideoTimeRatio,audienceWatchRatio\n50,1\n100,1\n",
      "the position 50.0 is outside the video; positions are fractions"),
    BadFile(
      "no-ratio.csv", "curve", "elapsedVideoTimeRatio,views\n0.5,1\n",
      "no column audienceWatchRatio"),
    BadFile("other.csv", "curve", "t,x,y\n1,1,1\n", "no column 'elapsedVideoTimeRatio'"),
    BadFile(
      "two-videos.csv", "curve", "elapsedVideoTimeRatio,audienceWatchRatio\n0.5,1\n0.5,1\n",
      "two rows have the same position in the video; request one video"),
    BadFile(
      "no-number.csv", "curve", "elapsedVideoTimeRatio,audienceWatchRatio\n0.5,Somebody\n",
      "a row has no elapsedVideoTimeRatio or no audienceWatchRatio"),
    BadFile(
      "days.json", "curve", #"{"heatmap":[{"start_time":0,"end_time":1e9,"value":1}]}"#,
      "a time is more than 24 h into the video"),
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
    BadFile("mixed-ends.csv", "table", "t,x,y\r\n1,0.5,0.5\n2,0.5\r\n", ":3: the row has 2 cells;"),
    BadFile(
      "control.jsonl", "timeline", header + "\n{\"t\u{01}\":1}",
      ":2: a control character inside text;"),
    BadFile(
      "escape.jsonl", "timeline", header + "\n{\"\\q\":1}", ":2: this escape is not valid in JSON;"
    ),
    BadFile(
      "deep.jsonl", "timeline", header + "\n{\"a\":" + String(repeating: "[", count: 5000),
      ":2: values are nested deeper than 64 levels;"),
    BadFile(
      "deep.json", "firebase", String(repeating: "{\"a\":", count: 5000),
      ":1: values are nested deeper than 64 levels;"),
    BadFile("same-columns.csv", "table", "t,x,y,x\n1,1,1,1\n", ":1: two columns are called 'x';"),
    BadFile(
      "same-keys.jsonl", "timeline", header + "\n{\"t\":1,\"t\":2,\"gaze\":{}}",
      ":2: 't' occurs twice in one line; write every key once"),
    BadFile(
      "infinite.jsonl", "timeline", header + "\n{\"t\":Infinity,\"gaze\":{}}",
      "no usable sample (time is not a number 1);"),
    BadFile(
      "only-mark.jsonl", "timeline", "\u{FEFF}",
      "the file has no usable sample; write a header line"),
    BadFile(
      "returns-and-lines.csv", "table", "t,x,y\r1,0.5,0.5\n2,0.5,0.5\n",
      ":1: some lines end with CR only;"),
    BadFile(
      "cut-at-a-line.jsonl", "timeline",
      header.dropLast() + ",\"end\":true}\n{\"t\":1,\"emotion\":{\"scores\":{\"sad\":1}}}\n",
      ": the header announces an end line, but there is none;"),
    BadFile(
      "lost-lines.jsonl", "timeline",
      header + "\n{\"t\":1,\"emotion\":{\"scores\":{\"sad\":1}}}\n{\"end\":74}\n",
      ":3: the session has 1 line, but its end line says 74;"),
    BadFile(
      "end-beyond-all.jsonl", "timeline", header + "\n{\"end\":-9223372036854775809}\n",
      ":2: the session has 0 lines, but its end line says -9223372036854775808;"),
    BadFile(
      "end-beyond-numbers.jsonl", "timeline", header + "\n{\"end\":1e300}\n",
      ":2: the session has 0 lines, but its end line says 1e+300;"),
    BadFile(
      "behind-the-end.jsonl", "timeline",
      header + "\n{\"t\":1,\"emotion\":{\"scores\":{\"sad\":1}}}\n{\"end\":1}\n{\"t\":2}\n",
      ":4: samples come before a header;"),
    BadFile(
      "odd-end.jsonl", "timeline", header + "\n{\"end\":\"soon\"}\n",
      ":2: 'end' is neither true (in a header) nor a number of lines;"),
    BadFile(
      "zeros.jsonl", "timeline", bytes: [UInt8](repeating: 0, count: 4096),
      ":1: the file is not text; give a file of this format"),
    BadFile(
      "same-sessions.jsonl", "timeline",
      [1, 2].map {
        "{\"gazecut\":\"timeline/1\",\"video\":\"v\",\"session\":\"s\"}\n{\"t\":\($0),\"emotion\":{}}"
      }
      .joined(separator: "\n"), ":3: two sessions have this ID;"),
    BadFile(
      "bad-id.jsonl", "timeline", #"{"gazecut":"timeline/1","video":"../v"}"#,
      ":1: the file's video ID is not valid;"),
    BadFile(
      "zeros.log", "seeyoutube", bytes: [UInt8](repeating: 0, count: 4096),
      ":1: the file is not text;"),
    // Tables of one kind.
    BadFile(
      "one-eye.csv", "arkit", "t,left_x,left_y\n1,2,3\n", ":1: there is no column 'right_x';"),
    BadFile("no-rows.csv", "arkit", eyes, "no usable sample; rows are t,left_x"),
    BadFile(
      "text.npy", "yolo", bytes: [0x93] + Array("NUMPY".utf8) + [1, 0, 4, 0] + Array("{}  ".utf8),
      "the array has numbers of type ?; save float32"),
    BadFile(
      "short.npy", "yolo", bytes: [0x93] + Array("NUMPY".utf8) + [1, 0],
      "the file is incomplete: it ends after 8 bytes;"),
    BadFile(
      "text.sqlite", "sqlite", "SELECT 1", "this is not an SQLite file; give an SQLite 3 database"),
    BadFile(
      "head.sqlite", "sqlite", "SQLite format 3\0",
      "--query failed: file is not a database;"),
    BadFile("no-face.json", "firebase", "{\"faces\":[1,null]}", "no usable sample; a sample is"),
    BadFile(
      "text.xdf", "xdf", "time,x,y\n1,2,3\n", "this is not an XDF file; give a recording of the Lab"
    ),
    BadFile(
      "no-chunk.xdf", "xdf", bytes: xdf + [3, 1, 2], "at byte 4: no valid chunk begins here;"),
    BadFile("no-stream.xdf", "xdf", bytes: xdf, "no stream contains numbers;"),
    BadFile(
      "cut.xdf", "xdf", bytes: xdf + [1, 90, 2, 0, 1, 0, 0, 0] + "<info>".utf8,
      "the file is incomplete: it ends after 18 bytes; copy"),
    BadFile(
      "no-header.xdf", "xdf", bytes: xdf + [1, 8, 3, 0, 1, 0, 0, 0, 1, 0],
      "at byte 12: the chunk's stream has no header;"),
    BadFile(
      "no-xml.xdf", "xdf", bytes: xdf + [1, 9, 2, 0, 1, 0, 0, 0] + "<a>".utf8,
      "at byte 12: a stream's header: the XML is not valid;"),
    BadFile(
      "endless.xdf", "xdf", bytes: xdf + [8] + Array(repeating: 0xFF, count: 8) + [3, 0],
      "at byte 4: the chunk has no kind;"),
    BadFile(
      "sub-01_physio.tsv", "bids", "1\t2\t3\n",
      "the recording has no sidecar that names its columns; put a .json"),
    // Packed.
    BadFile(
      "early.jsonl.gz", "timeline", bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B],
      "the gzip data is incomplete; copy the whole file again"),
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
    // These may unpack to 200 times their size, so they are only as large as necessary.
    BadFile(
      "a-gigabyte-of-spaces.json.gz", "firebase",
      make: { HugeGzip.bytes(after: "{", UInt8(ascii: " "), gigabytes: 1) },
      "the gzip data unpacks to more than 200 times its size; if you trust the file, unpack it"),
    BadFile(
      "a-gigabyte-of-lines.csv.gz", "table",
      make: { HugeGzip.bytes(after: "t,x,y\n", UInt8(ascii: "\n"), gigabytes: 1) },
      "the gzip data unpacks to more than 200 times its size;"),
    BadFile(
      "enormous-line.csv", "table",
      make: { Array("t,x,y\n1,0.5,".utf8) + [UInt8](repeating: 53, count: 65 << 20) },
      ":2: a line longer than 64 MB; write one sample per line"),
    BadFile(
      "enormous-text.jsonl", "timeline",
      make: { Array("{\"gazecut\":\"".utf8) + [UInt8](repeating: 97, count: 65 << 20) },
      ":1: a "),
  ]
}
