import CFFmpeg

/// A list of encoded packets, stored on disk.
///
/// Each packet in memory occupies the encoder's largest packet size, so one hour of sound would
/// need a gigabyte.
final class PacketFile {
  private let file: TemporaryFile
  private var stored: [StoredPacket] = []
  private var size = 0

  private struct StoredPacket {
    var place: Int
    var times: Packet.Times
    /// The packet itself if it carries side data, which is not stored on disk.
    var whole: Packet?
  }

  /// Creates an empty list, in the folder of `path`.
  init(beside path: String) throws(MediaError) {
    file = try TemporaryFile(beside: path)
  }

  var count: Int { stored.count }

  /// Presentation timestamp of a packet, in the encoder's time base.
  func shown(_ index: Int) -> Int64 { stored[index].times.shown }

  func append(_ packet: Packet) throws(MediaError) {
    let whole = packet.hasSideData ? try packet.reference() : nil
    stored.append(StoredPacket(place: size, times: packet.times, whole: whole))
    guard whole == nil else { return }
    try unsafe file.append(packet.bytes)
    size += packet.size
  }

  func packet(_ index: Int) throws(MediaError) -> Packet {
    let stored = stored[index]
    if let whole = stored.whole { return try whole.reference() }
    let packet = try Packet()
    let end = index + 1 < count ? self.stored[index + 1].place : size
    try unsafe file.read(stored.place, into: packet.makeRoom(for: end - stored.place))
    packet.times = stored.times
    return packet
  }
}
