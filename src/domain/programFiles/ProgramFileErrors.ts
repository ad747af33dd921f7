import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** There is no program with this external id. */
export class ProgramMissing extends Schema.TaggedError<ProgramMissing>()("ProgramMissing", {
  programId: Schema.String
}) {
  static readonly failure: Failure = { kind: "missing", code: "not_found", title: "No such program" }
  override get message() {
    return `There is no program ${this.programId}`
  }
}
