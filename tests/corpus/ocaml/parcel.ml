(** Parcels in a functional shop. *)

open Rate

let limit = 20_000

(** Price of a parcel. *)
let price grams = grams * cents

type t = { grams : int }

module Box = struct
  let fits size = size < limit
end

exception Too_heavy of int
