import { reading } from "./deskOperations.ts"
import type { Operation } from "./operations.ts"

/** What partners configure. */
export const configuredOperations: ReadonlyArray<Operation> = [
  reading("listEntitlements", "a page of 25 entitlements", "/loyalty/entitlements", { data: "configuration" }),
  reading("listPages", "a page of 25 pages with their versions", "/pages", { data: "configuration" })
]
