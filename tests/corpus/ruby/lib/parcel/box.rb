# A box of one size.
module Parcel
  class Box
    attr_reader :width

    def fits?(thing) = thing.width <= width
  end
end
