/** Who runs the SIM cards of the settings, by HTTP. */
export interface SimProvider {
  /** Without a slash at its end; `/sims/<ICCID>` is added to it. */
  url: string;
  /** Sent as a bearer token; undefined where the service takes none. */
  token: string | undefined;
  name: string;
  patienceMs: number;
  /** Requests of all servers within 24 hours. */
  perDay: number;
}
