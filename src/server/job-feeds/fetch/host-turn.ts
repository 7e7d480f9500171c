/** A turn at a host: the right to send a request. Other processes wait until the turn ends. */
export type HostTurn = {
  /** Ends the turn, after the last byte of the response. */
  end(rest?: Rest): Promise<void>;
};

/** How long no process may send another request to a host after a turn. */
export type Rest = {
  /** The minimum time after the request (ms), if it is longer than the usual interval. */
  interval?: number | undefined;
  /** The time until which the host asked to wait, if it did. */
  until?: Date | undefined;
};

/**
 * Waits for a turn at a host.
 * @throws FetchError (`busy`) if the turn would begin later than a run waits
 */
export type TakeTurn = (host: string, signal?: AbortSignal) => Promise<HostTurn>;
