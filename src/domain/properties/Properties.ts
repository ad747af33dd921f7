import { Context, type Effect, type Option } from "effect"
import type { Property, PropertyDetails, VenueId } from "./Property.ts"
import type { PropertyMissing } from "./PropertyErrors.ts"

/** A property by one of its three unique keys. `id` is within the range of row ids. */
export type PropertyKey =
  | { readonly by: "id"; readonly id: number }
  | { readonly by: "documentId"; readonly documentId: string }
  | { readonly by: "slug"; readonly slug: string }

/** The brand fields shown with a property. */
export interface PropertyBrand {
  readonly documentId: string
  readonly name: string
  readonly logoUrl: string | null
  readonly description: string | null
}

/** A property with its brand. */
export interface BrandedProperty {
  readonly property: Property
  readonly brand: PropertyBrand
}

/** The venues of every organization, as members and the public see them. */
export class Properties extends Context.Service<
  Properties,
  {
    /** Keys are compared as bytes; hidden properties are `PropertyMissing` (PUB-018). */
    readonly getPublished: (key: PropertyKey) => Effect.Effect<BrandedProperty, PropertyMissing>
    /** The surroundings and facilities of a property, by internal id; many have none (PUB-009). */
    readonly findDetails: (propertyId: VenueId) => Effect.Effect<Option.Option<PropertyDetails>>
  }
>()("hub/domain/properties/Properties") {}
