import { InsufficientReach } from "../../domain/access/InsufficientReach.ts"
import { partnerFailure } from "./partnerFailure.ts"

/** The failure of changes that require access to all venues (DOMAIN 1.7). */
export const insufficientReach = partnerFailure(InsufficientReach)
