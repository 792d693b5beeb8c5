import Audience
import Deciding
import EditDecisions
import Foundation
import Library
import Media
import Rendering
import Selection
import Settings
import Support
import Workspace

struct VideoPageBuilder {
  let job: ReportJob
  let standing: DueVideos.ProcessingStatus

  private var video: String { standing.video }
  private var library: LibraryFolder { job.library }
  private var folder: ReportFolder { job.folder }
  private var clips: [Clip] { job.clips(of: video) }

  /// Creates the page; a source that cannot be read gives a note on the page.
  ///
  /// `isCancelled` is called while still images are made.
  func page(isCancelled: @escaping CancellationCheck) throws -> VideoPage {
    let settings = try library.settings.settings(for: video)
    let least = settings.selection.minimumViewers
    var page = VideoPage()
    page.id = video
    page.leastViewers = least
    page.standing = PageStatus.of(standing)
    page.day = standing.state.lastRun.map(PageDates.day)
    page.stamp = job.stamp(of: standing)
    let sessions = try job.database.sessions.all(of: video)
    var audience: PageAudienceFigures?
    var stills: StillImageMaker?
    if standing.hasAudience {
      do {
        let explanation = try Explanation(library: library, video: video, isCancelled: isCancelled)
        audience = try PageAudienceFigures(explanation: explanation)
        stills = StillImageMaker(
          folder: folder, source: explanation.source, settings: settings.render,
          isCancelled: isCancelled)
        page.duration = explanation.duration
        page.source = explanation.source.description.source
        page.sourcePath = sourcePath(page.source)
        page.title = explanation.title
        page.cuts = explanation.edges.cuts
        if let words = standing.state.otherSettings(than: settings, of: video) {
          page.remarks.append(words.prefix(1).uppercased() + words.dropFirst() + ".")
        }
        if standing.state.pin == nil { page.clipEditor = clipEditor(explanation) }
      } catch {
        page.remarks.append("Not readable now: \(CommandFailure(describing: error).message)")
      }
    } else {
      page.audience = ["No session of this video is imported yet."]
    }
    let moments = (try? standing.state.document)?.moments ?? []
    if let audience {
      add(audience, to: &page)
      page.method = audience.method(
        byPerson: moments.count { $0.why.isChosenByPerson }, of: moments.count)
    }
    // Decisions that cannot be read are not shown.
    if let document = try? standing.state.document {
      page.duration = max(page.duration, document.video.duration)
      if page.source.isEmpty { page.source = document.video.source }
      let all = PageClips(
        video: video, document: document, files: currentFiles,
        folder: library.clipFiles(of: video, settings).folder, postings: job.postings(of: video),
        least: least)
      let heatMaps = try heatMaps(of: document, audience, least, &page)
      let overrides = overrides
      page.clips = all.clips.map { clip in
        var clip = clip
        clip.leastViewers = least
        clip.changes = overrides.changes(of: clip.moment)
        clip.heat = heatMaps[clip.rank]
        clip.heat?.place(clip.moment, of: document, stills)
        if clip.viewers != nil {
          clip.compared = clip.why.reactingShare.flatMap(job.comparison.sentence)
        }
        return clip
      }
      page.reel = currentFiles[ClipFolder.reelName].map { "../shorts/\(video)/\($0.fileName)" }
    }
    if let audience, audience.isShown {
      page.oddities = audience.oddities(in: sessions)
      page.audience += [job.comparison.absence].compactMap(\.self)
    }
    page.recentChanges = recentChanges(sessions)
    page.commands = page.commands(isPinned: standing.state.pin != nil)
    return page
  }

  /// Path of the source, relative to the page; `nil` if it is outside the library.
  private func sourcePath(_ source: String) -> String? {
    let inside = library.path + "/"
    guard !source.hasPrefix("/"), folder.path.hasPrefix(inside),
      FileManager.default.fileExists(atPath: inside + source)
    else { return nil }
    let depth = folder.path.dropFirst(inside.count).split(separator: "/").count
    return String(repeating: "../", count: depth) + source
  }

  private func clipEditor(_ explanation: Explanation) -> ClipEditorData {
    let (picture, render) = (explanation.source.description, explanation.settings.render)
    let (width, height) = (Double(picture.width), Double(picture.height))
    let shape = Double(render.width) / Double(max(1, render.height))
    return ClipEditorData(
      picture: [picture.width, picture.height], frame: 1 / picture.frameRate.value,
      window: [min(width, height * shape), min(height, width / shape)],
      snaps: explanation.edges.candidateTimes, cuts: explanation.edges.cuts,
      pauses: explanation.edges.pauses, speech: explanation.edges.cues,
      wishes: explanation.wishTexts)
  }

  private var overrides: VideoOverrides { VideoOverrides(of: video, in: library) }

  private func add(_ audience: PageAudienceFigures, to page: inout VideoPage) {
    let overrides = overrides
    page.audience = audience.sentences
    page.viewers = audience.isShown ? audience.summary.viewers : nil
    page.remarks += audience.explanation.lockSentences.prefix(1).map { "It is \($0)." }
    if let reason = audience.reason {
      // The clips of the user's decisions are listed below it.
      let isPinned = standing.state.pin != nil
      page.remarks.append(
        (isPinned ? "The audience alone would give no moment: " : "No moment: ") + "\(reason).")
    }
    page.curve = audience.curve
    page.retention = audience.explanation.platformRetention
    page.refusals = audience.refusals.map { refusal in
      var refusal = refusal
      refusal.undo = overrides.removals(rejectionsIn: refusal.start..<refusal.end)
      return refusal
    }
  }

  /// Current clips by ID; the highlight reel by its file name.
  private var currentFiles: [String: Clip] {
    clips.filter(\.isPublished).keyed { $0.fileName == ClipFolder.reelName ? $0.fileName : $0.id }
  }

  /// The heat maps by rank, for moments with enough viewers.
  ///
  /// Figures of the whole video that need single viewers are added to `page`.
  private func heatMaps(
    of document: DecisionDocument, _ audience: PageAudienceFigures?, _ least: Int,
    _ page: inout VideoPage
  ) throws -> [Int: HeatMap] {
    guard let audience, audience.isShown, document.video.height > 0 else { return [:] }
    let told = document.moments.filter { $0.why.viewers >= least }.map {
      ($0.rank, audience.stretch(StillImageMaker.shot(of: $0)))
    }.filter { !$0.1.isEmpty }
    let details = try audience.explanation.details(in: told.map(\.1))
    if let details { add(details, of: audience, to: &page) }
    return told.enumerated().reduce(into: [:]) { heatMaps, item in
      let (index, (rank, stretch)) = item
      heatMaps[rank] = audience.heat(in: stretch, details?.looks[index], isKnown: details != nil)
    }
  }

  private func add(
    _ details: AudienceDetails, of audience: PageAudienceFigures, to page: inout VideoPage
  ) {
    page.objects = audience.explanation.objects(of: details).filter { $0.gazeShare != nil }
    if let staying = audience.explanation.staying(of: details), page.curve != nil {
      for (index, share) in staying.enumerated() where index < page.curve?.bins.count ?? 0 {
        page.curve?.bins[index].staying = share
      }
    }
  }

  /// The changes by the last run, and the new data since then.
  private func recentChanges(_ sessions: [SessionSummary]) -> [String] {
    guard let last = standing.state.lastRun else { return [] }
    var recentChanges: [String] = []
    // If no run was in progress at that time, the user had requested this video alone.
    let night = job.nights.first { $0.started <= last && last <= ($0.finished ?? .distantFuture) }
    if let began = night?.started {
      let shorts = clips.filter { $0.fileName != ClipFolder.reelName && !$0.isPlaceholder }
      let current = shorts.filter { $0.state == .current }
      let new = current.count { $0.createdAt >= began }
      let gone = shorts.count { ($0.retiredAt ?? .distantPast) >= began }
      recentChanges.append(
        "Last run: \(PageDates.time(last)). It rendered \(new.counted("clip")), archived "
          + "\(gone) and kept \(current.count - new).")
    } else {
      recentChanges.append(
        "Last decided at \(PageDates.time(last)), on its own (`gazecut regenerate \(video)`).")
    }
    let since = sessions.count { $0.importedAt > last }
    if since > 0 {
      recentChanges.append(
        "Since then \(since.counted("session")) were imported. The charts show them. The clips "
          + "will with the next run.")
    }
    return recentChanges
  }
}

extension HeatMap {
  /// Sets the still image from the middle of the moment's shot.
  fileprivate mutating func place(
    _ moment: Moment, of document: DecisionDocument, _ stills: StillImageMaker?
  ) {
    time = StillImageMaker.time(of: moment)
    aspect = Double(document.video.width) / Double(document.video.height)
    still = stills?.file(of: moment)
    windows = PageClips.parts(of: moment.framing, at: time, in: document.video)
  }
}
