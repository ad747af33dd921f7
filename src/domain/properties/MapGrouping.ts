import { Context } from "effect"

/** Longitude and latitude in degrees, as in GeoJSON (RFC 7946, 3.1.1). */
export type Position = [longitude: number, latitude: number]

/** Groups places that are close together on a map. */
export class MapGrouping extends Context.Service<
  MapGrouping,
  {
    /**
     * The groups of places within `radius` pixels of each other at a whole `zoom`, as indexes into `places`, each place
     * in one group; longitudes do not wrap. Deterministic (MEM-033).
     */
    readonly group: (
      places: ReadonlyArray<Position>,
      at: { readonly zoom: number; readonly radius: number }
    ) => ReadonlyArray<ReadonlyArray<number>>
  }
>()("hub/domain/properties/MapGrouping") {}
