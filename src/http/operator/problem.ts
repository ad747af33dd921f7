import { declaredIn } from "../surface/Envelope.ts"
import { problemsOf } from "../surface/problemsOf.ts"

/** Failures of the operator surface: problem details like the hub's, with the session cookie as the challenge. */
export const problems = problemsOf('Cookie realm="operator"')

export const problem = declaredIn(problems)
