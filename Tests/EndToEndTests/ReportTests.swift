import EditDecisions
import Foundation
import TestMaterial
import Testing

/// The report pages of a run, as files.
@Suite(.waitsForPrograms) struct ReportTests {
  private static let settings = """
    videos:
      walk:
        source: videos/Straßenfest 夏祭り.mp4
    render: {width: 180, height: 320, preset: ultrafast, loudness: off}
    """

  /// A library after a run whose viewers have a name that no page may show.
  static func afterRun(viewers: Int = 12) throws -> TestLibrary {
    viewers == 12 ? try TestLibrary(copyOf: try template.get()) : try makeLibrary(viewers: viewers)
  }

  // Made once and copied.
  private static let template = Result { try makeLibrary(viewers: 12) }

  private static func makeLibrary(viewers: Int) throws -> TestLibrary {
    let library = try TestLibrary(yaml: settings)
    try library.add(TestVideo.silent, as: "Straßenfest 夏祭り")
    try library.importAudience(.walk(viewers: viewers), prefix: "Zaphod")
    let run = try library.gazecut("run")
    try #require(run.status == 0, "\(run.errors)")
    return library
  }

  @Test func reportPagesLinkOnlyToExistingFiles() throws {
    let library = try Self.afterRun()
    #expect(library.files("report") == ["index.html", "stills", "walk.html"])
    let page = try library.text("report/walk.html")
    let index = try library.text("report/index.html")
    #expect(page.contains("Straßenfest 夏祭り.mp4"))
    for html in [page, index] {
      // Neither the folder of this library nor that of its original.
      #expect(!html.contains("Zaphod") && !html.contains(TestLibrary.folderPrefix))
      for link in html.matches(of: /(?:src|href|poster)="([^"#][^"]*)"/) {
        let file = String(link.output.1.prefix { $0 != "#" }).removingPercentEncoding ?? ""
        #expect(library.exists("report/" + file), "\(file)")
      }
    }
    // The page has the clip, its figures, its crop and where viewers looked.
    for part in [
      "<video id=\"film-1\"", "of the viewers (", "class=\"heat\"", "Rejected A", "12 viewers",
      // All viewers smile.
      "Viewers who reacted are not shown separately: one of the two groups has fewer than 5 viewers.",
    ]
    where part != "Rejected A" || page.contains("refusal-A") {
      #expect(page.contains(part), "\(part)")
    }
    #expect(index.contains("up to date") && index.contains(">walk</a>"))
  }

  @Test func unchangedPagesAreNotRewritten() throws {
    // Not a copy, because pages contain the path of their library.
    let library = try Self.makeLibrary(viewers: 12)
    let before = try library.snapshot()
    // Stills are written while clips are rendered, before the decisions and the page.
    func modificationDate(_ name: String) throws -> Date? {
      try FileManager.default.attributesOfItem(atPath: library.path(name))[.modificationDate]
        as? Date
    }
    let stills = library.files("report/stills").map { "report/stills/" + $0 }
    let decided = try #require(try modificationDate("shorts/walk/decisions.json"))
    #expect(try !stills.isEmpty && stills.allSatisfy { try modificationDate($0) ?? .now < decided })
    #expect(try library.gazecut("run").status == 0)
    let again = try library.gazecut("report")
    #expect(again.status == 0 && again.output == library.path("report/index.html") + "\n")
    let one = try library.gazecut("report", "walk")
    #expect(one.output == library.path("report/walk.html") + "\n", "\(one.errors)")
    let after = try library.snapshot()
    for name in before.keys where name.hasPrefix("report/") {
      #expect(before[name] == after[name], "\(name)")
    }
    // New sessions change the page, and a missing still is written again. An unknown video has no
    // page.
    let picture = try Data(contentsOf: URL(fileURLWithPath: library.path(stills[0])))
    try FileManager.default.removeItem(atPath: library.path(stills[0]))
    try library.importAudience(.walk(viewers: 3, seed: 2), prefix: "Later")
    try library.gazecut("report")
    #expect(try library.text("report/walk.html").contains("Since then 3 sessions"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: library.path(stills[0]))) == picture)
    #expect(try library.text("report/index.html").contains("pending"))
    #expect(try library.gazecut("report", "wlak").status == 66)
  }

  @Test func pageOfFourViewersShowsNoFigures() throws {
    let library = try Self.afterRun(viewers: 4)
    #expect(try library.gazecut("report").status == 0)
    let page = try library.text("report/walk.html")
    #expect(page.contains("Fewer than 5 viewers watched"))
    for figure in [" 4 viewers", "react", "\"watching\"", "id=\"held\"", "class=\"heat\""] {
      let isInScript = Self.script(of: page).contains(figure)
      #expect(!page.contains(figure) || isInScript, "\(figure)")
    }
    #expect(!page.contains("\"bins\""))
    #expect(!library.files("report").contains("stills"))
  }

  /// Nine viewers smile and six do not.
  ///
  /// Both groups are large enough until samples are erased.
  @Test func pageComparesGazeOfReactingAndOtherViewers() throws {
    let library = try TestLibrary(
      yaml: TestLibrary.quickSettings.replacing("report: off", with: "report: on"))
    try library.add(TestVideo.silent, as: "walk")
    try library.importAudience(.walk(viewers: 9), prefix: "smiling")
    var others = SimpleAudience.walk(viewers: 6, seed: 3)
    others.showsSmiles = false
    try library.importAudience(others, prefix: "resting")
    #expect(try library.gazecut("run").status == 0)
    let page = try library.text("report/walk.html")
    #expect(page.contains("<p>Viewers who reacted</p>"))
    #expect(page.contains("<p>Viewers who did not react</p>"))
    // Without samples, gaze points cannot be matched to faces.
    let pruned = try library.gazecut(
      "prune", environment: ["GAZECUT_LIBRARY_KEEP_SAMPLES": "0"])
    #expect(pruned.output.contains("walk: erased"), "\(pruned.errors)")
    #expect(try library.gazecut("report", "walk").status == 0)
    let later = try library.text("report/walk.html")
    #expect(later.contains("Viewers who reacted cannot be shown separately any more"))
    #expect(!later.contains("<p>Viewers who reacted</p>"))
  }

  private static func script(of page: String) -> String {
    page.components(separatedBy: "<script>").last ?? ""
  }

  /// The page says that figures were erased, and shows no score.
  @Test func forgetRemovesFiguresFromThePage() throws {
    let library = try Self.afterRun()
    #expect(try library.gazecut("forget", "Zaphod-3").status == 0)
    #expect(try library.gazecut("report").status == 0)
    let page = try library.text("report/walk.html")
    #expect(page.contains("Its figures were removed with an erased viewer"))
    #expect(!page.contains("score 0.00") && !page.contains("score of 0.00"))
    #expect(!page.contains("Zaphod"))
    #expect(try !library.text("report/index.html").contains("0.00"))
    #expect(try !library.gazecut("export", "walk", "--format", "csv").output.contains(",0.00,"))
  }

  @Test func unwritableReportDoesNotFailARun() throws {
    let library = try TestLibrary.afterFirstRun()
    #expect(!library.exists("report"))
    // A report that cannot be written does not fail the command.
    try library.write("report", "a file")
    let run = try library.gazecut("regenerate", "walk", "--set", "run.report=on")
    #expect(run.status == 0 && run.errors.contains("the report was not written"), "\(run.errors)")
  }
}

/// The report pages in a browser.
@Suite(.waitsForPrograms, .enabled(if: Browser.isInstalled, Comment(rawValue: Browser.absence)))
struct ReportBrowserTests {
  @Test func pagesLoadAndClipsPlayAndSeek() throws {
    let library = try ReportTests.afterRun()
    // With their content security policy nothing is blocked, and the script has run.
    for name in ["walk.html", "index.html"] {
      let seen = try Browser.open(library.path("report/\(name)"))
      #expect(seen.console.isEmpty, "\(seen.console)")
      #expect(!seen.document.contains("needs-script\" hidden"), "\(name)")
    }
    let said = try Browser.run(
      library.path("report/walk.html"),
      """
      const video = document.getElementById('film-1');
      if (video.readyState < 1) await event(video, 'loadedmetadata');
      log(`size ${video.videoWidth}x${video.videoHeight}`);
      video.currentTime = 2;
      await event(video, 'seeked');
      log(`sought ${video.currentTime}`);
      video.muted = true;
      video.play();
      while (video.currentTime < 2.1) await event(video, 'timeupdate');
      video.pause();
      log('played');
      const slider = document.getElementById('second');
      slider.value = 20;
      slider.dispatchEvent(new Event('input'));
      log(document.getElementById('told').textContent);
      slider.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
      log(`follows ${video.currentTime > 2.5}`);
      document.getElementById('client').click();
      await new Promise((done) => setTimeout(done, 50));
      log(`client ${getComputedStyle(document.getElementById('desk')).display}`);
      log(`wide ${document.documentElement.scrollWidth <= innerWidth}`);
      """)
    #expect(said.prefix(3) == ["size 180x320", "sought 2", "played"], "\(said)")
    let told = "At least 10 of 12 viewers watch"
    #expect(said.contains { $0.contains(told) && $0.contains("clip 1") }, "\(said)")
    #expect(said.suffix(3) == ["follows true", "client none", "wide true"], "\(said)")
  }

  /// The client view is shown by style alone, without the script of the page.
  @Test func clientViewWorksWithoutScript() throws {
    let library = try ReportTests.afterRun()
    let page = try library.text("report/walk.html")
    let bare = page.replacing(/<script>[\s\S]*<\/script>/, with: "")
    try library.write("report/bare.html", bare)
    let said = try Browser.run(
      library.path("report/bare.html"),
      """
      const shown = (name) => getComputedStyle(document.querySelector(name)).display !== 'none';
      const logShown = () => log(`${shown('#timeline')} ${shown('#clip-1 .sentence')}`);
      logShown();
      location.hash = 'client';
      logShown();
      """)
    #expect(said == ["true true", "false true"], "\(said)")
  }

  /// Pages fit phones, laptops and wide screens, light and dark, and paper.
  @Test func pagesFitEveryScreenAndPaper() throws {
    let library = try ReportTests.afterRun()
    let script = """
      const shown = (name) => {
        return [...document.querySelectorAll(name)].some((part) => part.getClientRects().length);
      };
      for (const part of document.querySelectorAll('main *')) {
        const box = part.getBoundingClientRect();
        if (box.width && box.right > innerWidth + 1 && !part.closest('.scroll,svg,.tip')) {
          log(`${part.tagName}.${part.className} ends at ${box.right} of ${innerWidth}`);
        }
      }
      log(`${shown('.sentence,.posters a')} ${shown('button')} ${shown('#desk-preview')}`);
      """
    for isDark in [false, true] {
      for width in [390, 1280, 2560] {
        func ask(_ page: String) throws -> [String] {
          try Browser.run(library.path("report/\(page)"), script, isDark: isDark, width: width)
        }
        for (page, shown) in [("walk.html", "true true true"), ("index.html", "true true false")] {
          let said = try ask(page)
          #expect(said == [shown], "\(page) \(width) \(isDark) \(said)")
        }
      }
    }
    // A4 without margins. The only buttons on paper are figures.
    let paper = try Browser.run(
      library.path("report/walk.html"),
      script + "log(`${shown('.actions a')} ${shown('video')} ${shown('img.poster')}`);",
      width: 690, isPrinted: true)
    #expect(paper == ["true true false", "false false true"], "\(paper)")
  }

  /// A press on approve, then on edit and play.
  ///
  /// The list of changes has the approval, and the preview shows the crop.
  @Test func clipIsApprovedOnItsCardAndPlayedInTheEditor() throws {
    let library = try ReportTests.afterRun()
    let moment = try #require(try library.decisions(of: "walk").moments.first)
    let said = try Browser.run(
      library.path("report/walk.html"),
      """
      const part = (name) => document.getElementById(`desk-${name}`);
      log(part('bar').hidden);
      document.querySelector('[data-say=always][data-clip="1"]').click();
      log(`${part('bar').hidden} ${part('count').textContent}`);
      log([...part('changes').children].map((item) => item.textContent).join(';'));
      document.querySelector('[data-say=always][data-clip="1"]').click();
      document.querySelector('[data-edit="1"]').click();
      const film = document.querySelector('#desk-source video');
      // A seek lowers readyState, and no second 'loadeddata' follows.
      while (film.readyState < 2) await new Promise((done) => setTimeout(done, 50));
      film.muted = true;
      part('play').click();
      await event(film, 'timeupdate');
      while (film.currentTime < Number(part('start').getAttribute('aria-valuenow')) + 0.3) {
        await event(film, 'timeupdate');
      }
      part('play').click();
      const [w, h] = [part('preview').width, part('preview').height];
      log(`${film.paused} ${(w / h).toFixed(2)}`);
      const box = document.querySelector('#desk-source .window');
      log(`${box.hidden} ${getComputedStyle(box).display}`);
      log([...part('keys').children].map((key) => key.textContent).join(' '));
      log(part('axis').children.length > 2);
      """)
    try #require(said.count == 7, "\(said)")
    #expect(said[0] == "true" && said[1].hasPrefix("false 1 change"), "\(said)")
    #expect(said[2] == "Clip 1: approved", "\(said)")
    #expect(said[3] == "true 0.56", "\(said)")
    let isCrop = moment.framing.shots.first?.windows.isEmpty == false
    #expect(said[4].hasPrefix(isCrop ? "false block" : "true none"), "\(said)")
    #expect(said[5].contains("reaction") && said[6] == "true", "\(said)")
  }

  /// One end is dragged by pointer and one by keys, a title is set, and one step is undone.
  @Test func editorSavesOverridesThatMatchItsDisplay() throws {
    let library = try ReportTests.afterRun()
    let before = try #require(try library.decisions(of: "walk").moments.first)
    let said = try Browser.run(
      library.path("report/walk.html"),
      """
      const part = (name) => document.getElementById(`desk-${name}`);
      const track = part('track').getBoundingClientRect();
      const pointer = (element, name, x) => element.dispatchEvent(
        new PointerEvent(name, { clientX: x, clientY: 5, pointerId: 1, bubbles: true }));
      const handle = part('start'), at = handle.getBoundingClientRect().x;
      const low = Number(handle.getAttribute('aria-valuemin'));
      const high = Number(handle.getAttribute('aria-valuemax'));
      const second = track.width / (high - low);
      pointer(handle, 'pointerdown', at);
      pointer(handle, 'pointermove', at + 2.04 * second);
      pointer(handle, 'pointerup', at + 2.04 * second);
      part('end').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }));
      part('title').value = ' A  walk ';
      part('title').dispatchEvent(new Event('change'));
      part('never').click();
      log(part('never').getAttribute('aria-pressed'));
      part('undo').click();
      for (const item of part('changes').children) log(item.textContent);
      log(part('command').textContent);
      log(decodeURIComponent(part('save').href.replace('data:application/json,', '')));
      """)
    #expect(said.count == 5 && said[0] == "true", "\(said)")
    #expect(said[2] == "Clip 1: title is “A walk”", "\(said)")
    #expect(said[1].contains(/^Clip 1: start moved to 0:.*, end moved to 0:/), "\(said)")
    #expect(said[3] == "gazecut wish --apply wishes-walk.json")
    try library.write("wishes-walk.json", said[4] + "\n")
    let applied = try library.gazecut("wish", "--apply", library.path("wishes-walk.json"))
    #expect(applied.status == 0, "\(applied.errors)")
    #expect(try library.gazecut("run").status == 0)
    let after = try #require(try library.decisions(of: "walk").moments.first)
    // Tolerance: 0.1 s, or a snap to a cut or pause within eight pixels; the end is on a frame.
    #expect(abs(after.start - before.start - 2) < 0.4 && after.start > before.start + 1)
    #expect(abs(after.end - (before.end - 0.1)) < 0.06, "\(before.end) \(after.end)")
    #expect(after.score == before.score && after.why.sure == before.why.sure)
  }

  /// A layout whose crops are not computed yet has no preview, and unsaved changes cause a warning.
  @Test func editorHidesStalePreviewsAndWarnsOfUnsavedChanges() throws {
    let library = try ReportTests.afterRun()
    let said = try Browser.run(
      library.path("report/walk.html"),
      """
      const part = (name) => document.getElementById(`desk-${name}`);
      const warns = () => {
        const leaving = new Event('beforeunload', { cancelable: true });
        dispatchEvent(leaving);
        return leaving.defaultPrevented;
      };
      const choose = (value) => {
        part('look').value = value;
        part('look').dispatchEvent(new Event('change'));
        log(`${part('preview').hidden} ${part('pending').hidden}`);
      };
      log(warns());
      choose('layout stack');
      choose('layout fit');
      log(part('changes').textContent);
      log(warns());
      part('save').addEventListener('click', (event) => event.preventDefault());
      part('save').click();
      log(warns());
      """)
    #expect(
      said == [
        "false", "true false", "false true",
        "Clip 1: framing is full frame on blurred background", "true", "false",
      ], "\(said)")
  }

  @Test func indexSearchesAndSorts() throws {
    let library = try TestLibrary()
    for id in ["b", "a", "c"] { try library.write("videos/\(id).mp4", "") }
    try library.gazecut("report")
    let said = try Browser.run(
      library.path("report/index.html"),
      """
      const table = document.getElementById('videos');
      const ids = () => [...table.tBodies[0].rows].filter((row) => !row.hidden)
        .map((row) => row.cells[0].textContent).join(' ');
      log(ids());
      const head = table.tHead.rows[0].cells[0];
      head.firstElementChild.click();
      head.firstElementChild.click();
      log(`${ids()} ${head.getAttribute('aria-sort')}`);
      const field = document.getElementById('find');
      field.value = 'no audience';
      field.dispatchEvent(new Event('input'));
      log(document.getElementById('found').textContent);
      field.value = 'nothing like it';
      field.dispatchEvent(new Event('input'));
      log(document.getElementById('found').textContent);
      """)
    #expect(said == ["a b c", "c b a descending", "3 of 3 videos", "0 of 3 videos"], "\(said)")
  }

  /// On a phone every column is visible within the screen.
  @Test func indexFitsNarrowScreens() throws {
    let library = try ReportTests.afterRun()
    let said = try Browser.run(
      library.path("report/index.html"),
      """
      const copy = document.documentElement.cloneNode(true);
      for (const script of copy.querySelectorAll('script')) script.remove();
      for (const width of [360, 480]) {
        const frame = document.createElement('iframe');
        frame.width = width;
        frame.srcdoc = copy.outerHTML;
        document.body.append(frame);
        await event(frame, 'load');
        const page = frame.contentDocument, cells = [...page.querySelectorAll('th,td')];
        log(`${width} ${cells.length > 20}`);
        for (const cell of cells) {
          const box = cell.getBoundingClientRect();
          const isIn = box.width > 0 && box.right <= frame.clientWidth && cell.scrollWidth <= cell.clientWidth;
          if (!isIn) log(`${cell.textContent} ${box.left} ${box.right}`);
        }
      }
      """)
    #expect(said == ["360 true", "480 true"], "\(said)")
  }

  /// axe-core finds accessibility problems.
  @Test(
    .enabled(
      if: ExternalProgram.isInstalled("axe.min.js"),
      Comment(rawValue: ExternalProgram.absence(of: "axe.min.js"))))
  func pagesPassAccessibilityChecks() throws {
    let library = try ReportTests.afterRun()
    let axe = try String(contentsOfFile: ExternalProgram("axe.min.js").path, encoding: .utf8)
    // Both pages share one stylesheet, so one page is enough for dark mode.
    for (name, isDark) in [("walk.html", false), ("walk.html", true), ("index.html", false)] {
      let said = try Browser.run(
        library.path("report/\(name)"),
        axe + """
          ;for (const part of document.querySelectorAll('details')) part.open = true;
          const found = await axe.run();
          for (const item of found.violations) {
            log(`${item.id}: ${item.nodes.map((node) => node.html).join(' ').slice(0, 400)}`);
          }
          log(`${found.passes.length > 10}`);
          """, isDark: isDark)
      #expect(said == ["true"], "\(name), dark \(isDark): \(said)")
    }
  }
}
