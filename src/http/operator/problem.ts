import { declaredIn } from "../surface/Envelope.ts"
import { problemsOf } from "../surface/problemsOf.ts"
import { cookieName } from "./sessionCookie.ts"

/** Failures of the operator surface: problem details like the hub's, with the session cookie as the challenge. */
export const problems = problemsOf(`Cookie realm="operator", cookie-name="${cookieName}"`)

export const problem = declaredIn(problems)
