import { declaredIn } from "../surface/Envelope.ts"
import { problemsOf } from "../surface/problemsOf.ts"

/** Failures of the hub's external API (HUB-088, HUB-089). */
export const problems = problemsOf("Bearer")

export const problem = declaredIn(problems)
