import { commandAtDesk, type DeskCommand } from "./DeskCommand.ts"

/**
 * The desk accepts a claim: a missing code is created, a reserved one released to the member, a suspended one
 * reactivated (F3).
 */
export const approveFulfillment = (command: DeskCommand) =>
  commandAtDesk(command, { trigger: "approve", action: "approved" })
