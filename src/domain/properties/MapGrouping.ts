import { Context } from "effect"
import type { Coordinates } from "../places/geo.ts"

/** Finds what lies close together on a map. */
export class MapGrouping extends Context.Service<
  MapGrouping,
  {
    /**
     * The places that lie within `radius` pixels of each other at a whole `zoom`, each in one group, as positions in
     * `places`; longitudes do not wrap. The same places give the same groups (MEM-033).
     */
    readonly group: (
      places: ReadonlyArray<Coordinates>,
      at: { readonly zoom: number; readonly radius: number }
    ) => ReadonlyArray<ReadonlyArray<number>>
  }
>()("hub/domain/properties/MapGrouping") {}
