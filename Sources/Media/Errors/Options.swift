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
    guard let entry = unsafe av_dict_get(dictionary, "", nil, AV_DICT_IGNORE_SUFFIX) else {
      return nil
    }
    return unsafe String(cString: entry.pointee.key)
  }
}
