import { declaredIn } from "../surface/Envelope.ts"
import { statusMessages } from "../surface/documents/statusMessages.ts"

/** Failures of the member surface: status, message and code, with `details` and `errors` if there are any (MEM-007). */
export const memberFailures = statusMessages

export const memberFailure = declaredIn(memberFailures)
