import { Data, Runtime } from "effect"

/**
 * A worker ended before the service was ready. If it has an exit code other than 0, it has reported the reason on
 * standard error.
 */
export class WorkerFailed extends Data.TaggedError("WorkerFailed")<{
  readonly code: number | undefined
  readonly signal: string | undefined
}> {
  /** The worker's exit code; 1 if it exited with 0, since ending this early is a failure even so. */
  override readonly [Runtime.errorExitCode] = this.code || 1

  get isExplained(): boolean {
    return this.code !== undefined && this.code !== 0
  }

  override get message() {
    return this.signal === undefined
      ? "A worker ended before it was ready."
      : `A worker was ended by ${this.signal} before it was ready.`
  }
}
