import { Data } from "effect"

/** A defect: the process has more to do than it can do now, and a later attempt may succeed. The message is logged. */
export class Overload extends Data.Error<{ readonly message: string }> {}
