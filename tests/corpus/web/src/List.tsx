import weigh, { Parcel } from "./parcel";

/** One row a parcel. */
export const List = ({ parcels }: { parcels: Parcel[] }) => (
  <ul>
    {parcels.map((parcel) => (
      <li>{weigh(parcel)}</li>
    ))}
  </ul>
);
