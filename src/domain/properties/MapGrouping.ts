import { Context } from "effect"

/** Longitude and latitude in degrees, as in GeoJSON (RFC 7946, 3.1.1). */
export type Position = [longitude: number, latitude: number]

/** Finds what lies close together on a map. */
export class MapGrouping extends Context.Service<
  MapGrouping,
  {
    /**
     * The places that lie within `radius` pixels of each other at a whole `zoom`, each in one group, by their index in
     * `places`; longitudes do not wrap. The same places give the same groups (MEM-033).
     */
    readonly group: (
      places: ReadonlyArray<Position>,
      at: { readonly zoom: number; readonly radius: number }
    ) => ReadonlyArray<ReadonlyArray<number>>
  }
>()("hub/domain/properties/MapGrouping") {}
