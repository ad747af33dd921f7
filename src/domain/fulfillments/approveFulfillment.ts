import { commandFulfillment } from "./commandFulfillment.ts"
import { type DeskCommand, deskLocator, deskOccurrence, refusedTo } from "./DeskCommand.ts"

/** The desk accepts a claim: a code is made if there was none, a reserved one is shown, a kept one counts again (F3). */
export const approveFulfillment = (command: DeskCommand) =>
  commandFulfillment({
    locator: deskLocator(command),
    trigger: "approve",
    occurrence: deskOccurrence(command, "approved"),
    refusal: refusedTo
  })
