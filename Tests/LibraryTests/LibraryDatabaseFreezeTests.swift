import Audience
import Foundation
import GRDB
import TestMaterial
import Testing

@testable import Library

@Suite struct LibraryDatabaseFreezeTests {
  private let folder: LibraryFolder
  private let library: LibraryDatabase

  init() throws {
    folder = try LibraryFolder()
    library = try folder.open()
    _ = try library.store([
      session("s-1", viewer: "anna", count: 3000), session("s-2", viewer: "ben", shift: 0.1),
    ])
  }

  private func frozen(_ viewers: Int) -> FrozenAudience {
    FrozenAudience(
      viewers: viewers, audience: TimelineFolder(duration: 30, aspect: 1).folded())
  }

  private var later: Date { Date().addingTimeInterval(60) }

  @Test func nothingOfErasedViewersStaysReadable() throws {
    let viewers = try library.viewers(of: "bbb", in: .everyone, importedBefore: later)
    #expect(viewers.count == 2)
    let key = try #require(try LibraryKey.read(folder: folder.path))
    let sessions = ["s-1", "s-2"].map { key.session($0, of: "bbb") }
    let traces = ["anna", "ben"].map(key.viewer) + sessions
    try library.keep([(viewers[0], Array("rows of one viewer".utf8))], foldedBy: "k")
    let before = try library.inputDigest(of: "bbb")
    #expect(try library.freeze(viewers, of: "bbb", as: [.everyone: frozen(2)]))
    for trace in traces.map({ Data($0.utf8) }) + [Data("rows of one viewer".utf8)] {
      for name in folder.files {
        let data = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
        #expect(data.range(of: trace) == nil, "\(name)")
      }
    }
    // The video is known, as due as it was, and its viewers count.
    #expect(try library.inputDigest(of: "bbb") == before)
    #expect(try library.videos().map(\.viewers) == [2])
    #expect(try library.videos().map(\.sessions) == [0])
    #expect(try library.viewers(of: "bbb", .everyone) == 2)
    #expect(try library.frozenAudience(of: "bbb", .everyone) == frozen(2))
    #expect(try library.frozenVideos() == ["bbb"])
    #expect(try library.remove(video: "bbb"))
    #expect(try library.frozenVideos().isEmpty && library.videos().isEmpty)
  }

  @Test func whatIsImportedAgainIsNotCountedTwice() throws {
    let viewers = try library.viewers(of: "bbb", in: .everyone, importedBefore: later)
    #expect(try library.freeze(viewers, of: "bbb", as: [.everyone: frozen(2)]))
    let known = session("s-2", viewer: "ben", shift: 0.1)
    let again = [known, session("s-3", viewer: "cy", shift: 0.2)]
    let digest = try library.inputDigest(of: "bbb")
    #expect(try library.store(again).map(\.outcome) == [.unchanged, .added])
    #expect(try library.videos().map(\.sessions) == [1])
    #expect(try library.inputDigest(of: "bbb") != digest)
  }

  @Test func nothingIsErasedThatChangedMeanwhileOrIsYoung() throws {
    let young = Date().addingTimeInterval(-3600)
    #expect(try library.viewers(of: "bbb", in: .everyone, importedBefore: young).isEmpty)
    let viewers = try library.viewers(of: "bbb", in: .everyone, importedBefore: later)
    _ = try library.store([session("s-2", viewer: "ben", shift: 0.3)])
    #expect(try !library.freeze(viewers, of: "bbb", as: [.everyone: frozen(2)]))
    #expect(try library.videos().map(\.sessions) == [2])
    #expect(try library.frozenAudience(of: "bbb", .everyone) == nil)
  }

  /// The samples are gone: what an earlier gazecut kept of them is all that there is.
  @Test func whatAnEarlierGazecutFrozeIsReadAndJoinsLaterViewers() throws {
    let viewers = try library.viewers(of: "bbb", in: .everyone, importedBefore: later)
    #expect(try library.freeze([viewers[0]], of: "bbb", as: [.everyone: frozen(7)]))
    try execute("UPDATE frozen SET head = ?", EarlierAudienceBytes.head)
    try execute("UPDATE frozenBlock SET figures = ?", EarlierAudienceBytes.figures)
    try execute("UPDATE frozenBlock SET rows = ?", EarlierAudienceBytes.rows)
    let before = try #require(try library.frozenAudience(of: "bbb", .everyone))
    #expect(before.viewers == 7 && before.audience.summary.viewers == 6)
    #expect(try library.frozenSettings(of: "bbb", .everyone) == before.audience.summary.fold)
    // Frozen with those since, it is kept in the form of today.
    var folder = TimelineFolder(
      duration: 7, aspect: 16.0 / 9, settings: before.audience.summary.fold)
    for sessions in try library.walk("bbb") { folder.add(viewer: sessions) }
    let both = FrozenAudience(
      viewers: 8, audience: before.audience.joined(with: folder.folded()))
    #expect(both.audience.summary.viewers == 7 && both.audience.summary.bins[6].watching == 7)
    let rest = try library.viewers(of: "bbb", in: .everyone, importedBefore: later)
    #expect(try library.freeze(rest, of: "bbb", as: [.everyone: both]))
    #expect(try library.frozenAudience(of: "bbb", .everyone) == both)
    #expect(try library.viewers(of: "bbb", .everyone) == 8)
    try execute("UPDATE frozenBlock SET rows = ?", EarlierAudienceBytes.rows)
    #expect { try library.frozenAudience(of: "bbb", .everyone) } throws: {
      ($0 as? LibraryError)?.kind == .corrupt
    }
  }

  /// It told of each viewer when that one was there, a bit a half second, for ever.
  @Test func anOlderLibraryLosesWhatWasKeptOfSingleViewers() throws {
    let old = try LibraryFolder()
    try DatabaseQueue(path: old.database).writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      try Schema.migrate(db, from: 0, to: 10)
      let head = StatementArguments([Data(EarlierAudienceBytes.head)])
      try db.execute(
        sql: "INSERT INTO audience (video, key, head) VALUES ('bbb', 'k', ?)", arguments: head)
      try db.execute(
        sql: """
          INSERT INTO frozen (video, part, viewers, content, digestBefore, digestAfter, head)
          VALUES ('bbb', '', 6, '', '', '', ?)
          """, arguments: head)
    }
    let library = try old.open()
    let heads = try library.queue.read { db in
      try Data.fetchAll(db, sql: "SELECT head FROM frozen UNION ALL SELECT head FROM audience")
    }
    let bare = try #require(TimelineSummary.withoutViewers(head: EarlierAudienceBytes.head))
    #expect(heads == [Data(bare), Data(bare)] && bare.count < EarlierAudienceBytes.head.count)
  }

  /// An audience whose samples are there is folded anew and not read.
  @Test func whatAnEarlierGazecutKeptIsAnothers() throws {
    let blocks = AudienceBlocks(
      head: EarlierAudienceBytes.head, figures: [EarlierAudienceBytes.figures],
      rows: [EarlierAudienceBytes.rows])
    try library.setAudience(blocks, of: "bbb", key: "digest 13 means")
    #expect(
      try library.audience(of: "bbb", key: "digest 15 means") == .other(key: "digest 13 means"))
    #expect(try library.audience(of: "bbb", key: "digest 13 means") == .damaged)
    #expect(try library.audienceRows(of: "bbb", key: "digest 13 means", blocks: 0..<1) == nil)
  }

  private func execute(_ sql: String, _ bytes: [UInt8]) throws {
    try DatabaseQueue(path: folder.database).write {
      try $0.execute(sql: sql, arguments: [Data(bytes)])
    }
  }
}
