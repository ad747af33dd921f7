import { declaredIn } from "../surface/Envelope.ts"
import { problemsOf } from "../surface/problemsOf.ts"

/** Failures of the operator surface: problem details like the hub's, with the session cookie as the challenge. */
export const problems = problemsOf('Cookie realm="operator"')

/** The same of the sign-in, whose credential is an access token (INT-046). */
export const signInProblems = problemsOf('Bearer realm="operator"')

export const problem = declaredIn(problems)
