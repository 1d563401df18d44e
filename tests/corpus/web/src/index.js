/** Draws the list of parcels. */
import ky from "ky";
import { Shelf } from "./shelf.js";

export const LIMIT = 20;

/** Load the parcels of a customer. */
export async function load(customer) {
  const answer = await ky(`/parcels/${customer}`);
  return new Shelf(answer.items);
}

const hidden = () => LIMIT;
