import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

/** A stored value needed for the hashes is sealed under a deployment secret that is not configured. */
export class InsightSealed extends Schema.TaggedError<InsightSealed>()("InsightSealed", { what: Schema.String }) {
  static readonly failure: Failure = {
    kind: "unavailable",
    code: "insight_sealed",
    title: "A secret of the deployment is missing"
  }
  override get message() {
    return `${this.what} cannot be decrypted: add the secret that encrypted it to HUB_FORMER_SECRETS`
  }
}
