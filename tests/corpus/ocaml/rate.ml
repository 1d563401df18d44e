let cents = 2
