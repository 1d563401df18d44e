# frozen_string_literal: true

# Parcels, as the shop sees them.
require "json"
require_relative "parcel/box"

module Parcel
  LIMIT = 20

  # Packs things into boxes.
  class Packer < Box
    Slot = Struct.new(:width) do
      def wide? = width > 3
    end

    def self.build(*args) = new(*args)

    def pack(thing)
      JSON.dump(thing)
    end

    private

    def tape; end
  end
end
