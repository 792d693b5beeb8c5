internal import CFFmpeg

/// Options for a libav call; owns its `AVDictionary`, from which the call takes what it knows.
@safe
struct Options: ~Copyable {
  var dictionary: OpaquePointer?

  init(_ pairs: [(String, String)]) {
    unsafe dictionary = nil
    for (key, value) in pairs { unsafe av_dict_set(&dictionary, key, value, 0) }
  }

  deinit {
    var doomed = unsafe dictionary
    unsafe av_dict_free(&doomed)
  }

  /// The name of an option that the call did not take, if any was left.
  var firstLeft: String? {
    let entry = unsafe av_dict_get(dictionary, "", nil, AV_DICT_IGNORE_SUFFIX)
    return unsafe entry.map { unsafe String(cString: $0.pointee.key) }
  }
}

/// The value of a key in a dictionary of libav's.
func entry(_ key: String, of dictionary: OpaquePointer?) -> String? {
  let entry = unsafe av_dict_get(dictionary, key, nil, 0)
  return unsafe entry.map { unsafe String(cString: $0.pointee.value) }
}

extension String {
  /// The text that a function of C writes, which ends with a zero.
  ///
  /// - Parameters:
  ///   - size: bytes that it has room for.
  ///   - write: writes it; given where to, and the size.
  init(writtenInto size: Int, _ write: (UnsafeMutablePointer<CChar>, Int) -> Void) {
    var bytes = [CChar](repeating: 0, count: size)
    unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { unsafe write(start, size) }
    }
    self.init(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
