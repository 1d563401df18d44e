{- |
Module      : Parcel
Description : Parcels as values
-}
module Parcel (Parcel (..), weigh) where

import Data.List (sortOn)
import Parcel.Rate (cents)

-- | A parcel.
data Parcel = Parcel { grams :: Int }

-- | Its price.
weigh :: Parcel -> Int
weigh (Parcel 0) = 0
weigh p = cents * grams p

hidden :: Int
hidden = 1

class Priced a where
  price :: a -> Int

instance Priced Parcel where
  price = weigh
