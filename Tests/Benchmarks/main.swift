print("gazecut")
