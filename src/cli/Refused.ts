import { Data } from "effect"

/** A verb refuses or fails for an expected reason; its message goes to standard error as it is. */
export class Refused extends Data.TaggedError("Refused")<{ readonly message: string }> {}
