import { declaredIn } from "../surface/Envelope.ts"
import { problemsOf } from "../surface/problemsOf.ts"
import { cookieName } from "./sessionCookie.ts"

/** Failures of the operator routes: the hub's problems, with the cookie as the credential that is needed. */
export const problems = problemsOf(`Cookie realm="operator", cookie-name="${cookieName}"`)

export const problem = declaredIn(problems)
