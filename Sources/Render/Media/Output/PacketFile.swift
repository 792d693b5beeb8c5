internal import CFFmpeg

/// Packets on disk, in order.
///
/// An encoder gives each in memory for the largest that there may be: an hour's sound would take a
/// gigabyte.
final class PacketFile {
  private let file: ScratchFile
  private var kept: [Kept] = []
  private var size = 0

  private struct Kept {
    var place: Int
    var times: Packet.Times
    /// A packet that bears more than bytes and times: itself.
    var whole: Packet?
  }

  /// Makes an empty one, in the folder of a file.
  init(beside path: String) throws(MediaError) {
    file = try ScratchFile(beside: path)
  }

  var count: Int { kept.count }

  /// When what a packet holds is shown, in the encoder's time base.
  func shown(_ index: Int) -> Int64 { kept[index].times.shown }

  /// Adds a packet at the end.
  func append(_ packet: Packet) throws(MediaError) {
    let whole = packet.hasSideData ? try packet.reference() : nil
    kept.append(Kept(place: size, times: packet.times, whole: whole))
    guard whole == nil else { return }
    try unsafe file.append(packet.bytes)
    size += packet.size
  }

  /// A packet, as it was added.
  func packet(_ index: Int) throws(MediaError) -> Packet {
    let kept = kept[index]
    if let whole = kept.whole { return try whole.reference() }
    let packet = try Packet()
    let end = index + 1 < count ? self.kept[index + 1].place : size
    try unsafe file.read(kept.place, into: packet.makeRoom(for: end - kept.place))
    packet.times = kept.times
    return packet
  }
}
