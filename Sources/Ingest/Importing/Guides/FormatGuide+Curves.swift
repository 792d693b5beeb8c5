extension FormatGuide {
  static let curve = FormatGuide(
    name: "curve",
    purpose: """
      what a platform counted of everybody who watched, over play time: YouTube's most
      replayed, retention, heat maps, chats. With selection.evidence: curve its peaks
      become moments, and no viewer is needed.
      """,
    example: """
      {"id":"aqz-KE-bpKQ","title":"trip","heatmap":[{"start_time":0.0,"end_time":6.35,"value":1.0},{"start_time":6.35,"end_time":12.7,"value":0.41}],"view_count":18213}
      """,
    notes: [
      "Most replayed is what `yt-dlp --write-info-json` writes (heatmap in the .info.json); YouTube "
        + "has none of a video that few watched. view_count is how many views it is of.",
      "Retention of YouTube Analytics: the API's answer (columnHeaders, rows) or the same as a "
        + "table, by elapsedVideoTimeRatio. audienceWatchRatio counts; where only "
        + "relativeRetentionPerformance is given, that. With totalSegmentImpressions it is known of "
        + "how many views.",
      "Mux: the answers of heatmap and hotspots (order_direction=desc: of the least watched moments "
        + "nobody could tell that they are); between hotspots the curve reads 0. bunny.net: heatmap; "
        + "its segments fill the video, to the last that is named. PeerTube: stats/retention; its "
        + "viewers by date have no play time.",
      "Chats: what `yt-dlp --write-subs --sub-langs live_chat` writes (.live_chat.json), and "
        + "TwitchDownloader's JSON. Messages and emotes of each 5 s count, each against its mean. "
        + "People write a few seconds after what they saw: --offset -5 moves the curve. Names are "
        + "told apart while the file is read, and only their number is kept.",
      "A curve is of no viewer: forget and disclose have nothing of it, and remove VIDEO takes it "
        + "out. A second file of the same platform takes the place of the first.",
      "Where the file says how many were counted, and they are fewer than selection.minimumViewers, "
        + "it chooses nothing.",
    ],
    commands: [
      "gazecut import curve trip.info.json --video trip",
      "gazecut import curve trip.live_chat.json --video trip --offset -5",
      "gazecut run trip --set selection.evidence=curve",
    ])
}
