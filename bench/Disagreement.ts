import { Data } from "effect"

/** The run is void: a subject's response was not as required. */
export class Disagreement extends Data.TaggedError("Disagreement")<{ readonly message: string }> {}
