import { commandFulfillment } from "./commandFulfillment.ts"
import { type DeskCommand, deskLocator, deskOccurrence, refusedTo } from "./DeskCommand.ts"

/** The desk refuses a claim: the whole charge is refunded and its codes are void (F5, PAR-027). */
export const rejectFulfillment = (command: DeskCommand & { readonly reason: string }) =>
  commandFulfillment({
    locator: deskLocator(command),
    trigger: "reject",
    occurrence: { ...deskOccurrence(command, "rejected"), reason: command.reason },
    refusal: refusedTo
  })
