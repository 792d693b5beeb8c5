import CFFmpeg

/// An `AVDictionary` with options for a libav call, which removes the options it knows.
@safe
struct LibavOptions: ~Copyable {
  var dictionary: OpaquePointer?

  init(_ pairs: [(String, String)]) {
    unsafe dictionary = nil
    for (key, value) in pairs { unsafe av_dict_set(&dictionary, key, value, 0) }
  }

  deinit {
    var pointer = unsafe dictionary
    unsafe av_dict_free(&pointer)
  }

  /// The name of the first option that the call did not recognise, or `nil`.
  var firstUnusedOption: String? {
    let entry = unsafe av_dict_get(dictionary, "", nil, AV_DICT_IGNORE_SUFFIX)
    return unsafe entry.map { unsafe String(cString: $0.pointee.key) }
  }
}

func entry(_ key: String, of dictionary: OpaquePointer?) -> String? {
  let entry = unsafe av_dict_get(dictionary, key, nil, 0)
  return unsafe entry.map { unsafe String(cString: $0.pointee.value) }
}

extension String {
  /// Creates a string from a C function that writes a zero-terminated text into a buffer of `size`
  /// bytes.
  init(writtenInto size: Int, _ write: (UnsafeMutablePointer<CChar>, Int) -> Void) {
    var bytes = [CChar](repeating: 0, count: size)
    unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { unsafe write(start, size) }
    }
    self.init(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
