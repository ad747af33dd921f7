import { Data } from "effect"

/** A verb does not do what it was asked to; the message says why, and goes to standard error as it is. */
export class Refused extends Data.TaggedError("Refused")<{ readonly message: string }> {}
