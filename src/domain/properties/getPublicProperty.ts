import { Effect, Option } from "effect"
import { largestRowId } from "../shared/Scalars.ts"
import { Properties, type BrandedProperty, type PropertyKey } from "./Properties.ts"
import type { PropertyDetails } from "./Property.ts"
import { PropertyMissing } from "./PropertyErrors.ts"
import type { PropertySection, PublicProperty } from "./PublicProperty.ts"

/** `value` under `name`, or nothing at all when it is not known. */
const known = <Name extends string, A>(name: Name, value: A | null) =>
  value === null ? undefined : { [name]: value }
