import { ParameterMissing } from "./RequestErrors.ts"

/** `view=thread` was requested without a guest. */
export const guestMissing = new ParameterMissing({
  issues: [{ field: "guest", in: "query", message: "Required for view=thread" }]
})
