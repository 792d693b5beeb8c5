import CFFmpeg

/// A list of encoded packets, whose data is stored on disk: each packet in memory occupies the
/// encoder's largest packet size, so one hour of sound would need a gigabyte.
final class PacketFile {
  private let file: TemporaryFile
  private var stored: [(place: Int, properties: Packet)] = []
  private var size = 0

  init(beside path: String) throws(MediaError) {
    file = try TemporaryFile(beside: path)
  }

  var count: Int { stored.count }

  func shown(_ index: Int) -> Int64? { stored[index].properties.shown }

  func append(_ packet: Packet) throws(MediaError) {
    let properties = try Packet()
    try properties.copyProperties(of: packet)
    stored.append((size, properties))
    try unsafe file.append(packet.bytes)
    size += packet.size
  }

  func packet(_ index: Int) throws(MediaError) -> Packet {
    let (place, properties) = stored[index]
    let length = (index + 1 < count ? stored[index + 1].place : size) - place
    let packet = try Packet()
    // Decoders accept a packet with side data alone only if it has no buffer.
    if length > 0 { try unsafe file.read(place, into: packet.makeRoom(for: length)) }
    try packet.copyProperties(of: properties)
    return packet
  }
}
