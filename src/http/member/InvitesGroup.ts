import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { AcceptedInvite } from "../../domain/invites/acceptInvite.ts"
import { InviteMissing } from "../../domain/invites/InviteErrors.ts"
import { InviteToken } from "../surface/schemas/InviteToken.ts"
import { memberFailure } from "./memberFailure.ts"
import { write } from "./verbs.ts"

const Acceptance = Schema.Struct({
  token: InviteToken.annotateKey({ description: "The token from the link in the invite" })
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
        "Enrols the member in the invite's program; repeating the request changes nothing. An unknown, replaced,",
        "revoked or expired token, or one accepted by another member, gets the same 404."
      ].join(" ")
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Invites", description: "Invites sent to guests" })) {}
