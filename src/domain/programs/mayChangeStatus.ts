import type { Program } from "./Program.ts"

/**
 * Whether a file that describes a program may change its status: a program that was active never becomes a draft again,
 * and a draft is not archived (DOMAIN 8.3).
 */
export const mayChangeStatus = (from: Program["status"], to: Program["status"]): boolean =>
  from === to || to === "active" || (from === "active" && to === "archived")
