import { Data } from "effect"

/** The run proves nothing: a subject answered otherwise than it must. */
export class Disagreement extends Data.TaggedError("Disagreement")<{ readonly message: string }> {}
