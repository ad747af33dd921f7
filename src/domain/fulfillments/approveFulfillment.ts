import { commandFulfillment } from "./commandFulfillment.ts"
import { type DeskCommand, deskLocator, deskOccurrence, refusedTo } from "./DeskCommand.ts"

/** The desk accepts a claim: creates a missing code, shows a reserved one, reactivates a suspended one (F3). */
export const approveFulfillment = (command: DeskCommand) =>
  commandFulfillment({
    locator: deskLocator(command),
    trigger: "approve",
    occurrence: deskOccurrence(command, "approved"),
    refusal: refusedTo
  })
