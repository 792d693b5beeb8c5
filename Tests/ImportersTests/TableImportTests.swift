import Audience
import Foundation
import TestMaterial
import Testing

@testable import Importers

@Suite struct TableImportTests {
  private func sessions(_ map: String, _ text: String) throws -> [ImportedSession] {
    try ImportFile(table: map).sessions(text, name: "t.csv")
  }

  @Test(arguments: [
    ("s", "1.5"), ("ms", "1500"), ("us", "1500000"), ("ns", "1500000000"), ("frame@24", "36"),
    ("clock", "00:00:01.500"), ("clock", "0:01.5"),
  ])
  func timesAreConvertedFromTheirUnit(_ unit: String, _ cell: String) throws {
    let read = try sessions("time=t:\(unit),x=x,y=y,gaze=normalised", "t,x,y\n\(cell),0.5,0.25\n")
    #expect(read[0].samples.map(\.time) == [1.5])
  }

  /// Regression: the message was "time is not a number 4000", without a line number or advice.
  @Test(arguments: [
    ("2026-11-20T18:03:06.500Z", "2026-11-20T19:03:05+01:00"),
    ("2026-11-20 18:03:06.5", "2026-11-20T18:03:05"),
  ])
  func datesAreReadAsTimes(_ cell: String, _ start: String) throws {
    let text = "t,x,y\n\(cell),0.5,0.25\n"
    var file = try ImportFile(table: "time=t:date,x=x,y=y,gaze=normalised")
    file.options.startedAt = try #require(ClockDate(start))
    #expect(try file.sessions(text, name: "t.csv")[0].samples.map(\.time) == [1.5])
    let first = try ImportFile(table: "time=t:date,start=first,x=x,y=y,gaze=normalised")
    #expect(try first.sessions(text, name: "t.csv")[0].samples.map(\.time) == [0])
    let plain = try ImportFile(table: "time=t,x=x,y=y,gaze=normalised").rejection(text)
    #expect(plain.contains("2: times are written as date, not as s"), "\(plain)")
    #expect(plain.contains("time=COLUMN:date"))
    let clock = try ImportFile(table: "time=t,x=x,y=y,gaze=normalised")
      .rejection("t,x,y\n00:00:01.5,0.5,0.25\n")
    #expect(clock.contains("written as clock") && clock.contains("time=COLUMN:clock"))
  }

  /// Regression: such cells were ignored without a message, like empty cells.
  @Test func wordsInsteadOfNumbersAreCounted() throws {
    let text = "t,x,y,h\n0,0.5,0.5,smile\n1,left,0.5,0.2\n2,.,n/a,\n3,0.5,0.5,0.4\n"
    let read = try sessions("time=t,x=x,y=y,gaze=normalised,happy=h", text)
    #expect(read[0].skipped == ["text instead of a number": 2], "\(read[0].skipped)")
  }

  @Test func emptyLinesAreSkippedButCountForLineNumbers() throws {
    let map = "time=t,x=x,y=y,gaze=normalised"
    let text = "t,x,y\n\n\r\n1,0.5,0.25\n\n\n\n2,0.5,0.25\n\n"
    #expect(try sessions(map, text)[0].samples.map(\.time) == [1, 2])
    let rejection = try ImportFile(table: map).rejection(text + "\n3,0.5\n\n")
    #expect(rejection.hasPrefix("11: the row has 2 cells"), "\(rejection)")
  }

  @Test func unitIsReadFromTheColumnName() throws {
    let read = try sessions("time=t [ms],happy=h", "t [ms],h\n1500,1\n")
    #expect(read[0].samples.map(\.time) == [1.5])
    #expect(ColumnName.unit(in: "t_us") == .microseconds)
    #expect(ColumnName.unit(in: "Timestamp (milliseconds)") == .milliseconds)
    #expect(ColumnName.unit(in: "Recording timestamp [μs]") == .microseconds)
    #expect(ColumnName.unit(in: "s") == nil)
  }

  @Test(arguments: [
    ("gaze=normalised", "0.5", "0.25", 0.5, 0.25),
    ("gaze=pixels 1280x720", "640", "180", 0.5, 0.25),
    ("gaze=normalised up", "0.5", "0.75", 0.5, 0.25),
    ("gaze=pixels 1280x720 up", "640", "540", 0.5, 0.25),
  ])
  func gazeIsConvertedFromItsUnit(
    _ unit: String, _ x: String, _ y: String, _ px: Double, _ py: Double
  ) throws {
    let read = try sessions("time=t,x=x,y=y,\(unit)", "t;x;y\n1;\(x);\(y)\n")
    let point = PicturePoint(x: px, y: py)
    #expect(read[0].samples.map(\.gaze) == [.at(point, confidence: .full, movement: .unknown)])
  }

  @Test func playerAndPictureOptionsPlaceTheFrame() throws {
    var file = try ImportFile(table: "time=t,x=x,y=y,gaze=pixels")
    file.options.pictureSize = { _ in FrameSize(width: 1280, height: 640) }
    // A 2:1 frame fills rows 100 to 300 of a square player of 400.
    file.options.player = SourceRectangle(width: 400, height: 400)
    let boxed = try file.sessions("t,x,y\n1,200,150\n", name: "t.csv")
    #expect(
      boxed[0].samples[0].gaze == .at(.init(x: 0.5, y: 0.25), confidence: .full, movement: .unknown)
    )
    file.options.picture = SourceRectangle(x: 100, y: 0, width: 200, height: 300)
    let placed = try file.sessions("t,x,y\n1,200,150\n", name: "t.csv")
    #expect(
      placed[0].samples[0].gaze == .at(.init(x: 0.5, y: 0.5), confidence: .full, movement: .unknown)
    )
  }

  @Test func unusableGazeIsLost() throws {
    let map = "time=t,x=x,y=y,gaze=normalised,conf=c,valid=v,blink=b,invalid=-1|0"
    let text = """
      t,x,y,c,v,b
      1,0.5,0.5,1,true,0
      2,0.5,0.5,0.7,true,0
      3,0.5,0.5,0.2,true,0
      4,0.5,0.5,1,false,0
      5,0.5,0.5,1,true,1
      6,-1,0.5,1,true,0
      7,NaN,0.5,1,true,0
      8,,,,,
      -1,0.5,0.5,1,true,0
      x,0.5,0.5,1,true,0
      """
    let read = try sessions(map, text)
    let point = PicturePoint(x: 0.5, y: 0.5)
    #expect(
      read[0].samples.map(\.gaze) == [
        .at(point, confidence: .full, movement: .unknown),
        .at(point, confidence: .low, movement: .unknown), .lost, .lost, .blink, .lost, .lost, .lost,
      ])
    #expect(read[0].skipped == ["negative time": 1, "time is not a number": 1])
  }

  @Test func fileCanContainSeveralViewersAndVideos() throws {
    let text = "who,film,t,h\na,one.mp4,1,50\nb,one.mp4,1,100\na,two,1,0\na,one.mp4,2,51\n,,3,1\n"
    var file = ImportFile(format: "table")
    try file.options.set(.map, to: "time=t,happy=h,viewer=who,video=film,scores=percent")
    let read = try file.sessions(text, name: "all.csv")
    #expect(read.map(\.viewer) == ["a", "b", "a"])
    #expect(read.map(\.video) == ["one", "one", "two"])
    #expect(read.map(\.session) == ["all", "all-2", "all-3"])
    #expect(read.map(\.samples.count) == [2, 1, 1])
    file.options.video = "two"
    #expect(try file.sessions(text, name: "all.csv").map(\.video) == ["two"])
    file.options.video = "three"
    #expect(
      file.rejection(text).hasPrefix(
        " no row has the video 'three'; the table has 'one.mp4', 'two'; give --stimulus"))
  }

  @Test func emotionsWithoutAColumnAreUnknown() throws {
    let read = try sessions("time=t,happy=h", "t,h\n1,0.25\n2,1\n")
    let faces = read[0].samples.map(\.face)
    let expected = [0.25, 1].map { Face.scores(FaceScores(known: [.happy: $0])) }
    #expect(faces == SampleColumns(expected.map { Sample(time: 1, face: $0) }).map(\.face))
  }

  @Test func unitInTheMapOverridesTheColumnName() throws {
    let text = "t (milliseconds),h\n1500000,1\n"
    for map in ["time=t (milliseconds):us,happy=h", "time=t (milliseconds),unit=us,happy=h"] {
      #expect(try sessions(map, text)[0].samples.map(\.time) == [1.5])
    }
    #expect(try sessions("time=t (milliseconds),happy=h", text)[0].samples.map(\.time) == [1500])
  }

  @Test func clockTimesAreConvertedToPlayTime() throws {
    let text = "t,h\n1795122190500000000,1\n1795122191500000000,1\n"
    var file = try ImportFile(table: "time=t:ns,happy=h")
    #expect(file.rejection(text).contains("give --started-at, --map start=first"))
    file.options.startedAt = ClockDate("2026-11-19T21:03:09Z")
    #expect(try file.sessions(text)[0].samples.map(\.time) == [1.5, 2.5])
    file.options.offset = 0.25
    #expect(try file.sessions(text)[0].samples.map(\.time) == [1.75, 2.75])
    file.options.startedAt = ClockDate("2026-11-19T21:03:09")
    #expect(file.rejection(text).contains("--started-at has no time zone"))
    let first = try sessions("time=t:ns,happy=h,start=first", text)
    #expect(first[0].samples.map(\.time) == [0, 1])
  }

  @Test func csvJSONAndJSONLinesReadTheSame() throws {
    let texts = [
      "t,x,y\r\n1,0.5,0.25\r\n2,0.5,0.25",
      "\u{FEFF}\"t\",\"x\",\"y\"\n\"1\",\"0.5\",0.25\n2,0.5,0.25\n",
      "t\tx\ty\n1\t0,5\t0,25\n2\t0,5\t0,25\n",
      "[{\"t\":1,\"x\":0.5,\"y\":0.25},{\"y\":0.25,\"x\":0.5,\"t\":2}]",
      "{\"t\":1,\"x\":\"0.5\",\"y\":0.25,\"z\":[{}]}\n{\"t\":2,\"x\":0.5,\"y\":0.25}\n",
    ]
    for text in texts {
      let read = try sessions("time=t,x=x,y=y,gaze=normalised", text)
      let gaze = Gaze.at(PicturePoint(x: 0.5, y: 0.25), confidence: .full, movement: .unknown)
      #expect(read[0].samples.map(\.gaze) == [gaze, gaze], "\(text)")
      #expect(read[0].samples.map(\.time) == [1, 2])
    }
  }

  @Test(arguments: [
    ("time=t,x=x,y=y", "t,x,y\n1,2,3", "points are in pixels of an unknown size;"),
    ("time=u,x=x,y=y", "t,x,y\n1,2,3", "1: there is no column 'u'; columns are t, x, y;"),
    ("time=t,x=x,y=y,conf=c", "t,x,y\n1,2,3", "1: there is no column 'c'; columns are t, x, y"),
    ("time=t,happy=h", "t,h,h\n1,2,3", "1: two columns are called 'h';"),
    ("time=t,happy=h", "t,h\n1,0.5\n2", "3: the row has 1 cell;"),
    ("time=t,happy=h", "t,h\n1,92", "2: the score 92.0 is too large: the highest is 1.0;"),
    ("time=t,happy=h", "t,h\n1,.1\n2,92% \n", "3: the score has a percent sign;"),
    (
      "time=t,happy=h", "t,h\n100000,1",
      "2: the time is more than 24 h into the video, if read as s;"
    ),
    ("time=t,happy=h", "t,h\n1,\"0", "2: the file ends inside a quoted cell;"),
    ("time=t,happy=h", "t,h\nx,1", "the file has no usable sample (time is not a number 1);"),
    ("time=t,happy=h", "", "the file is empty;"),
    ("time=t,happy=h", "[]", "the file has no rows;"),
  ])
  func invalidTablesAreRejected(_ map: String, _ text: String, _ beginning: String) throws {
    let rejection = try ImportFile(table: map).rejection(text)
    #expect(rejection.trimmingPrefix(" ").hasPrefix(beginning), "\(rejection)")
  }

  @Test func tableIsRejectedAsPreset() throws {
    let path = NSTemporaryDirectory() + "gazecut-preset-\(UUID().uuidString).csv"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("t,x,y\n1,2,3\n".utf8).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: ImportError.self) { try TablePreset(ByteSource(path: path)) }
    #expect(error?.problem == "this is not a preset")
  }

  @Test(arguments: [
    ("time", "write it as role=column"), ("tim=t", "--map has no role 'tim'"),
    ("x=a,time=t", "only one of"),
    ("time=t,time=u", "contains 'time' twice"), ("time=t,unit=h", "unit 'h' is unknown"),
    ("time=t:parsec", "the unit 'parsec' is unknown; units are s, ms, us"),
    ("time=t,scores=many", "is not a number"),
    ("time=t,x=x,y=y,gaze=metres", "the gaze unit 'metres'"),
  ])
  func invalidMapsAreRejected(_ map: String, _ part: String) {
    let error = #expect(throws: ImportOptionError.self) { try ColumnMap(option: map) }
    #expect(error?.description.contains(part) ?? false)
  }
}

extension ImportFile {
  init(table map: String) throws {
    self.init(format: "table", options: ImportOptions(video: "v"))
    try options.set(.map, to: map)
  }
}
