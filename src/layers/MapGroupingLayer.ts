import { Layer } from "effect"
import Supercluster from "supercluster"
import { MapGrouping } from "../domain/properties/MapGrouping.ts"

interface Place {
  readonly position: number
}

interface Members {
  readonly positions: Array<number>
}

/** By the library `supercluster`, on the Web Mercator plane. */
export const layer = Layer.succeed(
  MapGrouping,
  MapGrouping.of({
    group: (places, { radius, zoom }) => {
      const index = new Supercluster<Place, Members>({
        minZoom: zoom,
        maxZoom: zoom,
        radius,
        map: ({ position }) => ({ positions: [position] }),
        reduce: (into, other) => {
          for (const position of other.positions) into.positions.push(position)
        }
      })
      index.load(
        places.map(({ latitude, longitude }, position) => ({
          type: "Feature",
          properties: { position },
          geometry: { type: "Point", coordinates: [longitude, latitude] }
        }))
      )
      return index
        .getClusters([-180, -90, 180, 90], zoom)
        .map(({ properties }) => ("positions" in properties ? properties.positions : [properties.position]))
    }
  })
)
