/** One field of a request that violates the contract. */
export interface FieldIssue {
  readonly field: string
  readonly in: string
  readonly message: string
}

/** A failure for the caller; each surface gives it its own envelope. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly details: Readonly<Record<string, unknown>> | undefined
  readonly issues: ReadonlyArray<FieldIssue> | undefined

  constructor(
    status: number,
    code: string,
    title: string,
    more: {
      readonly message?: string
      readonly details?: Readonly<Record<string, unknown>>
      readonly issues?: ReadonlyArray<FieldIssue>
    } = {}
  ) {
    super(more.message ?? title)
    this.status = status
    this.code = code
    this.title = title
    this.details = more.details
    this.issues = more.issues
  }
}
