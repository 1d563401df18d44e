import type { Parcel } from "./parcel";

/** Talks to the server. */
export interface Client {
  send(parcel: Parcel): Promise<void>;
}

export enum State {
  Open,
  Closed,
}

export abstract class Base implements Client {
  abstract send(parcel: Parcel): Promise<void>;
  private close(): void {}
}

export namespace Wire {
  export const VERSION = 2;
}
