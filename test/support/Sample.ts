/** A request that succeeds with the surface's strongest credential, and what the matrix varies of it. */
export interface Sample {
  /** The path with its parameters filled in, and the query if one is needed. */
  readonly path: string
  readonly body?: unknown
  /** What the body is said to be, where it is a form and so no JSON. */
  readonly contentType?: string
  /** Of its answer; 200 unless said otherwise. */
  readonly status?: number
  /** What its answer shows this once: a replay does without the field, and `flag` is true in it. */
  readonly shownOnce?: { readonly field: string; readonly flag: string }
  /** A body of the same schema that makes it another request to the Idempotency-Key. */
  readonly otherBody?: unknown
  /** The path with an id that no row has, where ids have a form of their own; else a fresh UUID or number is taken. */
  readonly missing?: string
  /** The path with the id of another organization's or member's row (PAR-007). */
  readonly foreign?: string
  /** The path with the id of a row of the organization's that a narrower credential does not reach. */
  readonly outOfReach?: string
  /** The endpoint's own requirement that ids which are missing, foreign or out of reach are answered alike. */
  readonly proves?: string
  /** The row is of a whole organization and read by all its callers (DOMAIN 1.7): none of its ids is out of reach. */
  readonly isShared?: true
  /** Why no id in the path can be missing, foreign or out of reach. */
  readonly unreached?: string
  /** For an id in the body (PAR-140): the field, and values that are another organization's and, if any is, out of reach. */
  readonly bodyIds?: ReadonlyArray<{ readonly field: string; readonly foreign: string; readonly outOfReach?: string }>
}

/** The header that says what the body of a sample is, where that is no JSON. */
export const typeOf = ({ contentType }: Sample): Readonly<Record<string, string>> =>
  contentType === undefined ? {} : { "content-type": contentType }
