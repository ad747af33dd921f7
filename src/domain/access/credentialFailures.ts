import type { Failure } from "../shared/Failure.ts"

/** The failures of credentials on the hub's surfaces, which each explain in their own words (HUB-089). */
export const missingCredential: Failure = {
  kind: "unauthenticated",
  code: "missing_credential",
  title: "A credential is required"
}
export const invalidCredential: Failure = {
  kind: "unauthenticated",
  code: "invalid_credential",
  title: "The credential is not accepted"
}
