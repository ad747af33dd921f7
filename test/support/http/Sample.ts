/** A request that succeeds with the surface's strongest credential, and the data for the matrix's variations. */
export interface Sample {
  /** The path with its parameters filled in, and the query if one is needed. */
  readonly path: string
  readonly body?: unknown
  /** The content type, for forms; JSON by default. */
  readonly contentType?: string
  /** The expected status; 200 by default. */
  readonly status?: number
  /** What only the first response shows: a replay omits `field` and has `flag` set to true. */
  readonly shownOnce?: { readonly field: string; readonly flag: string }
  /** A valid body that counts as a different request under the same Idempotency-Key. */
  readonly otherBody?: unknown
  /** The path with a missing id, for ids of a special form; by default a fresh UUID or number is used. */
  readonly missing?: string
  /** The path with the id of another organization's or member's row (PAR-007). */
  readonly foreign?: string
  /** The path with the id of a row of the same organization that a narrower credential does not reach. */
  readonly outOfReach?: string
  /** The endpoint's own requirement that missing, foreign and unreachable ids get the same response. */
  readonly proves?: string
  /**
   * The row belongs to a whole organization and is readable by all its callers (DOMAIN 1.7), so no id is out of reach.
   */
  readonly isShared?: true
  /** Why no id in the path can be missing, foreign or out of reach. */
  readonly unreached?: string
  /**
   * For an id in the body (PAR-140): the field, an id of another organization and, if there is one, an id out of reach.
   */
  readonly bodyIds?: ReadonlyArray<{ readonly field: string; readonly foreign: string; readonly outOfReach?: string }>
}

/** The Content-Type header of a sample, if its body is not JSON. */
export const typeOf = ({ contentType }: Sample): Readonly<Record<string, string>> =>
  contentType === undefined ? {} : { "content-type": contentType }
