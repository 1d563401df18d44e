(** Parcels. *)

val price : int -> int
(** Price of a parcel. *)

type t
