/** A request that succeeds with the surface's strongest credential. */
export interface Sample {
  /** The path with its parameters filled in, and the query if one is needed. */
  readonly path: string
  readonly body?: unknown
  /** Of its answer; 200 unless said otherwise. */
  readonly status?: number
  /** The path with the id of another organization's row (PAR-007). */
  readonly foreign?: string
  /** The path with the id of a row of the organization's that a narrower credential does not reach. */
  readonly outOfReach?: string
  /** For an id in the body (PAR-140): the field, and values that are another organization's and out of reach. */
  readonly bodyIds?: ReadonlyArray<{ readonly field: string; readonly foreign: string; readonly outOfReach: string }>
}
