export type Parcel = { id: string; grams: number };

export default function weigh(parcel: Parcel): number {
  return parcel.grams;
}
