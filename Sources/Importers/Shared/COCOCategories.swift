/// The categories of COCO 2017: ids from 1 to 90, of which ten are not used.
///
/// Lin and others, "Microsoft COCO: common objects in context", 2014.
enum COCOCategories {
  /// The word of a category; `nil` when COCO has none of that id.
  static func name(_ id: Int) -> String? {
    guard (1...names.count).contains(id), !names[id - 1].isEmpty else { return nil }
    return names[id - 1]
  }

  private static let names = words.split(separator: ",", omittingEmptySubsequences: false)
    .map { String($0).replacing("~", with: " ") }

  private static let words = """
    person,bicycle,car,motorcycle,airplane,bus,train,truck,boat,traffic~light,\
    fire~hydrant,,stop~sign,parking~meter,bench,bird,cat,dog,horse,sheep,cow,\
    elephant,bear,zebra,giraffe,,backpack,umbrella,,,handbag,tie,suitcase,\
    frisbee,skis,snowboard,sports~ball,kite,baseball~bat,baseball~glove,skateboard,\
    surfboard,tennis~racket,bottle,,wine~glass,cup,fork,knife,spoon,bowl,banana,\
    apple,sandwich,orange,broccoli,carrot,hot~dog,pizza,donut,cake,chair,couch,\
    potted~plant,bed,,dining~table,,,toilet,,tv,laptop,mouse,remote,keyboard,\
    cell~phone,microwave,oven,toaster,sink,refrigerator,,book,clock,vase,scissors,\
    teddy~bear,hair~drier,toothbrush
    """
}
