import { ParameterMissing } from "./RequestErrors.ts"

/** The thread of nobody was asked for. */
export const guestMissing = new ParameterMissing({
  issues: [{ field: "guest", in: "query", message: "Required for view=thread" }]
})
