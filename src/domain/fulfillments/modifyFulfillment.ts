import { commandFulfillment } from "./commandFulfillment.ts"
import { type DeskCommand, deskLocator, deskOccurrence, refusedTo } from "./DeskCommand.ts"
import type { Modification } from "./Fulfillment.ts"

/** The desk proposes a change: the charge stays, codes are suspended until approval (F4, A-75). */
export const modifyFulfillment = (command: DeskCommand & { readonly modification: Modification }) =>
  commandFulfillment({
    locator: deskLocator(command),
    trigger: "modify",
    occurrence: {
      ...deskOccurrence(command, "modified"),
      modification: command.modification,
      note: command.modification.note
    },
    refusal: refusedTo
  })
