import { commandAtDesk, type DeskCommand } from "./DeskCommand.ts"

/** The desk accepts a claim: creates a missing code, shows a reserved one, reactivates a suspended one (F3). */
export const approveFulfillment = (command: DeskCommand) =>
  commandAtDesk(command, { trigger: "approve", action: "approved" })
