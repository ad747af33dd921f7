import { Layer } from "effect"
import { UnknownTimeZones } from "../domain/properties/UnknownTimeZones.ts"
import { makeUnknownTimeZones } from "../sql/statements/unknownTimeZones.ts"

/** Those that the database does not know. */
export const layerSql = Layer.effect(UnknownTimeZones, makeUnknownTimeZones)
