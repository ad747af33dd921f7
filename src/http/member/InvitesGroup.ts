import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { AcceptedInvite } from "../../domain/invites/acceptInvite.ts"
import { InviteMissing } from "../../domain/invites/InviteErrors.ts"
import { memberFailure } from "./memberFailure.ts"
import { write } from "./verbs.ts"

const Acceptance = Schema.Struct({
  token: Schema.String.check(
    Schema.isPattern(/^[\x21-\x7e]{1,200}$/u, { expected: "a token of 1 to 200 printable characters" })
  ).annotateKey({ description: "What the invite's link carries" })
})

/** Invites that venues sent to guests (MEM-119). */
export class InvitesGroup extends HttpApiGroup.make("invites")
  .add(
    write.post("acceptInvite", "/me/invites/accept", {
      payload: Acceptance,
      success: AcceptedInvite,
      errors: [memberFailure(InviteMissing)],
      summary: "Accept an invite",
      description: [
        "Enrols the member in the program that the invite names, once; repeating it changes nothing. A token that is",
        "unknown, replaced, revoked, too old or another member's is 404, always the same."
      ].join(" ")
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Invites", description: "Invites sent to guests" })) {}
