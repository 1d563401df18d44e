module Parcel.Rate where

-- | Cents a gram.
cents :: Int
cents = 2
