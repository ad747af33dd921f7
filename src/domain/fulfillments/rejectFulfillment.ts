import { commandAtDesk, type DeskCommand } from "./DeskCommand.ts"

/** The desk rejects a claim: the whole charge is refunded and its codes are voided (F5, PAR-027). */
export const rejectFulfillment = (command: DeskCommand & { readonly reason: string }) =>
  commandAtDesk(command, { trigger: "reject", action: "rejected", reason: command.reason })
