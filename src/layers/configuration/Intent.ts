import type { Values } from "./variables.ts"

/** The intentions of a command that not every environment allows. */
export interface Intent {
  /** The requested store; by default PostgreSQL if `DATABASE_URL` is set, else the embedded database. */
  readonly store?: "embedded" | "postgres" | "memory" | undefined
  /** Whether to listen at HOST. */
  readonly serve?: boolean | undefined
  /** The port to listen on; by default `PORT`. */
  readonly port?: number | undefined
  /** How many processes are to listen there; by default `HUB_WORKERS`. */
  readonly workers?: number | undefined
  /** Whether to load demo data. */
  readonly demo?: boolean | undefined
  /** Whether to mint tokens of the development issuer. */
  readonly mint?: boolean | undefined
}

/** The store of a command. */
export const storeOf = ({ databaseUrl }: Values, { store }: Intent): NonNullable<Intent["store"]> =>
  store ?? (databaseUrl === undefined ? "embedded" : "postgres")

/** How many processes a command serves with; one that serves nothing is one. */
export const workersOf = ({ workers }: Values, intent: Intent): number =>
  intent.serve ? (intent.workers ?? workers) : 1
