import { commandAtDesk, type DeskCommand } from "./DeskCommand.ts"
import type { Modification } from "./Fulfillment.ts"

/** The desk proposes a change and gives a reason: the charge stays, codes are suspended until approval (F4, A-75). */
export const modifyFulfillment = ({
  modification,
  ...command
}: DeskCommand & { readonly modification: Modification }) =>
  commandAtDesk({ ...command, note: modification.note }, { trigger: "modify", action: "modified", modification })
