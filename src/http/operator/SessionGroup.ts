import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { signIn, signOut } from "./verbs.ts"

/** An empty response with the cookie that starts or ends the session. */
const Cookie = HttpApiSchema.WithHeaders(HttpApiSchema.NoContent, { "set-cookie": Schema.String })

export class SessionGroup extends HttpApiGroup.make("session")
  .add(
    signIn.post("signInOperator", "/session", {
      success: Cookie,
      summary: "Sign in",
      description: [
        "Exchanges an operator access token for a session cookie. A session ends 12 hours after sign-in, after 2 hours",
        "without a request, or when the operator signs out."
      ].join(" ")
    }),
    signOut.delete("signOutOperator", "/session", {
      success: Cookie,
      summary: "Sign out",
      description: "Ends the session immediately, in every process."
    })
  )
  .annotateMerge(OpenApi.annotations({ title: "Session", description: "The session of a signed-in operator" })) {}
