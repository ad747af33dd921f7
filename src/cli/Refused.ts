import { Data } from "effect"

/** A command refuses or fails for an expected reason. The message is printed to standard error unchanged. */
export class Refused extends Data.TaggedError("Refused")<{ readonly message: string }> {}
