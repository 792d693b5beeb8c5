import EditDecisions
import Foundation
import Overrides
import Support
import TestMaterial
import Testing

@Suite struct WishTests {
  @Test(arguments: [
    "never 3:10-3:30", "always 1:27-1:45.5", "move 1:27 start -2 end +1.5", "move 1:27 end -0.04",
    "move 1:27 start 0:11 end +1.5",
    "frame 1:27-1:45 layout fit", "frame 1:36 layout crop", "frame 1:37 layout stack",
    "frame 1:38 layout wide", "frame 4:00-4:20 x 410",
    "frame 4:00-4:20 x 410 y 20.5", "frame 1:02:05 hold",
  ])
  func wishIsPrintedAsItIsWritten(text: String) throws {
    #expect("\(try Wish(text: text))" == text)
  }

  @Test func timesMayBeWrittenAsSeconds() throws {
    #expect(try Wish(text: "never 190-210") == .never(190...210))
    #expect("\(try Wish(text: "move 87.0004 end 1.5 start -2.0"))" == "move 1:27 start -2 end +1.5")
  }

  @Test(arguments: [
    ("", "is not a kind of wish"), ("nver 1-2", "did you mean 'never'?"),
    ("never 3:30-3:10", "START-END"),
    ("never 1:00", "START-END"), ("always", "START-END"), ("move 1:27", "by how many seconds"),
    ("move 1:27 start soon", "not a number of seconds"), ("move 1:27 start 1e9", "not a number of"),
    ("move 1:27 start nan", "not a number of"),
    ("move 1:27 start 1 start 2", "not a number of seconds"),
    ("move 2:xx start 1", "not a play time"), ("frame 1:27", "say how"),
    ("frame soon hold", "time range"), ("frame 1:27 layout part", "crop, stack, wide or fit"),
    ("frame 1:27 x -5", "pixels of the video"), ("never 1:00-2:00 3:00-4:00", "not expected"),
  ])
  func mistakeIsReportedWithTheCorrectForm(text: String, message: String) {
    #expect { try Wish(text: text) } throws: { "\($0)".contains(message) }
  }

  @Test(arguments: [
    (["never 1:00-1:20", "always 1:10-1:30"], "both contain 1:10-1:20"),
    (["always 1:00-1:20", "always 1:19-1:30"], "twice"),
    (["always 1:00-1:20", "always 1:00-1:20"], "occurs twice"),
    (["frame 1:00-1:20 hold", "frame 1:10-1:30 layout fit"], "contradict"),
    (["title A", "title A"], "occurs twice"),
    (["move 1:00 start 0:50 end 2:50"], "outside the video"),
    (["never 2:30-2:50"], "outside the video"), (["move 2:41 start -1"], "outside the video"),
  ])
  func contradictoryWishesAreReported(texts: [String], message: String) throws {
    let wishes = try texts.map { try Wish(text: $0) }
    let problems = WishCheck.problems(wishes, duration: 160)
    #expect(problems.count == 1)
    for text in texts { #expect(problems.first?.description.contains(text) == true) }
    #expect(problems.first?.description.contains(message) == true)
  }

  @Test func adjacentWishesDoNotContradict() throws {
    let wishes = try [
      "never 1:00-1:20", "always 1:20-1:30", "always 1:30-1:40", "frame 1:00-1:20 hold",
      "frame 1:20-1:25 layout fit", "never 1:05-1:10", "never 2:30-2:40.3",
    ].map { try Wish(text: $0) }
    #expect(WishCheck.problems(wishes, duration: 160) == [])
  }

  /// A user can change an override without undoing the earlier one.
  @Test(arguments: [
    (["title A", "title 1:00 B", "title C", "title A"], [1, 3]),
    (["frame 1:10 hold", "frame 1:00 hold", "frame 1:10 x 4", "frame 1:10 hold"], [1, 3]),
    (["move 1:10 end 1:20", "move 1:10 end 1:21", "move 1:10 end 1:20"], [2]),
    (["move 1:10 end 1:20", "move 1:10 start 1:05", "move 1:10 end +1"], [0, 1, 2]),
  ])
  func laterWishReplacesAnEarlierOneOfTheSameKind(texts: [String], holding: [Int]) throws {
    let wishes = try texts.map { try Wish(text: $0) }
    #expect(WishCheck.problems(wishes, duration: 160) == [])
    #expect(wishes.holding == holding.map { wishes[$0] })
  }

  @Test func wishDocumentIsRestored() throws {
    let wishes: [Wish] = [.never(190...210), .frame(.moment(87), .fit)]
    let document = WishDocument(video: "trip", WishHistory(wishes.map { [$0] }))
    #expect(try WishDocument(json: Data(document.json.utf8)).read() == wishes)
    let schema = try SchemaChecker(DocumentSchema.wishes.text)
    #expect(try schema.problems(in: document.json) == [])
    // Wishes of one command are undone together.
    let history = WishHistory([[.never(1...2)], [.always(190...210), .frame(.moment(200), .fit)]])
    let read = try WishDocument(json: Data(WishDocument(video: "trip", history).json.utf8))
      .history()
    #expect(read == history && read.withoutLastCommand.wishes == [.never(1...2)])
    #expect(read.removingWish(1).commands == [[.never(1...2)], [.frame(.moment(200), .fit)]])
    let wrong = document.json.replacing("\"wishes\": [", with: "\"wihses\": [")
    #expect { try WishDocument(json: Data(wrong.utf8)) } throws: { "\($0)".contains("wishes") }
  }

  @Test func framingIsConvertedToWishesWherePossible() throws {
    // A pan, the whole frame and two crops. Only the whole frame can be expressed as a wish.
    #expect(
      ExampleDocument.framing.wishes(inPictureOf: 1280, 720) == [.frame(.span(95...100), .fit)])
    func shot(_ start: Double, _ x: Double, width: Double = 405) -> ClipShot {
      let window = CropKeyframe(t: start, x: x, y: 0, width: width, height: width * 16 / 9)
      return ClipShot(start: start, end: start + 5, cut: .source, layout: .crop([window]))
    }
    let still = Framing(gazeKept: nil, shots: [shot(0, 30), shot(5, 30), shot(10, 80)])
    #expect(
      still.wishes(inPictureOf: 1280, 720)
        == [
          .frame(.span(0...10), .window(x: 30, y: nil)),
          .frame(.span(10...15), .window(x: 80, y: nil)),
        ])
    // A zoomed crop cannot be expressed as a wish.
    let close = Framing(gazeKept: nil, shots: [shot(0, 30, width: 300)])
    #expect(close.wishes(inPictureOf: 1280, 720).isEmpty)
    for wish in still.wishes(inPictureOf: 1280, 720) {
      #expect(try Wish(text: "\(wish)") == wish)
    }
  }

  @Test func reasonsNameTheWishesThatChoseAMoment() {
    var why = MomentReasons(viewers: 5)
    #expect(why.choosing == nil && !why.isChosenByPerson)
    why.note(.frame(.moment(87), .hold))
    #expect(why.chosenBy == "wish" && !why.isChosenByPerson)
    why.note(.always(87...105))
    #expect(why.choosing == "wished: frame 1:27 hold; always 1:27-1:45" && why.isChosenByPerson)
  }

  @Test(
    "a title is one line without control characters",
    arguments: ["a\u{1}b", "\u{1B}[31mred", "tab\there", "two\nlines", "\u{FFFD}"])
  func titleIsOneLine(text: String) throws {
    #expect(throws: WishProblem.self) { try Wish(text: "title " + text) }
    #expect(try Wish(text: "title A meadow, “green”").description == "title A meadow, “green”")
    #expect(try Wish(text: "title 1:27 She waves") == .title("She waves", near: 87))
    #expect(try Wish(text: "title 2 friends") == .title("2 friends", near: nil))
    #expect(throws: WishProblem.self) { try Wish(text: "title 1:27") }
    let one = try Wish(text: "title 1:27 A"), all = Wish.title("A", near: nil)
    #expect(WishCheck.problems([one, all], duration: 100).isEmpty)
    #expect(WishCheck.problems([one], duration: 60).count == 1)
  }

  @Test(arguments: ["1", "bbb-7f3a2c0011", "7f3a2c0011"])
  func momentIsFoundByItsRankOrItsClip(target: String) throws {
    let document = ExampleDocument.document
    #expect(
      try WishInput("never", target, rest: "").wish(in: document) == .never(87...105.04))
    let move = try WishInput("move", target, rest: "start -2").wish(in: document)
    #expect(move == .move(near: 95.8, start: .by(-2), end: .by(0)))
  }

  @Test(arguments: [
    ("never", "7", "", "no moment 7"), ("never", "bbb-0000000000", "", "no moment bbb-0000000000"),
    ("move", "1", "start -200", "beginning of the video at most, 87.0 s"),
    ("move", "1", "end +200", "end of the video at most, 25.0 s"),
    ("move", "1", "start +20", "end before it starts"),
  ])
  func wishForAnImpossibleMomentIsRejected(
    kind: String, target: String, rest: String, words: String
  ) throws {
    let draft = try WishInput(kind, target, rest: rest)
    let problem = #expect(throws: WishProblem.self) {
      try draft.wish(in: ExampleDocument.document)
    }
    #expect(problem?.description.contains(words) == true, "\(problem as Any)")
  }
}
