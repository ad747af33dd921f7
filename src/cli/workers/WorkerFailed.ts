import { Data, Runtime } from "effect"

/** A worker ended before the service was ready. With an exit code it has said why on standard error. */
export class WorkerFailed extends Data.TaggedError("WorkerFailed")<{
  readonly code: number | undefined
  readonly signal: string | undefined
}> {
  /** That of the worker. One that ended well before its time is a failure all the same. */
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
